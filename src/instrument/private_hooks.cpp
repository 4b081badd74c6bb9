// Hooks on stack slots that turn out to be private after inlining: a swap or an iterator taken by reference, a closure
// whose call was inlined. The functions that got the address are gone, so nothing but the owner can reach the slot,
// and without hooks it becomes registers.
//
// What replaces them is a check of the bounds, where these do not speak for themselves.
#include "instrument/bounds.h"
#include "instrument/escape.h"
#include "instrument/redundant.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace heddle {

using namespace llvm;

namespace {

// A copy performed by a hook, with a private side: the intrinsic again, and a hook for the other side.
void loosen_copy(CallInst& call, bool quiet_to, bool quiet_from) {
  HookSet hooks(*call.getModule());
  IRBuilder<> builder(&call);
  Value *to = call.getArgOperand(0), *from = call.getArgOperand(1), *bytes = call.getArgOperand(2);
  Value* site = call.getArgOperand(3);
  if (!quiet_from) hooks.announce(builder, from, bytes, false, site);
  if (!quiet_to) hooks.announce(builder, to, bytes, true, site);
  builder.CreateMemMove(to, MaybeAlign(), from, MaybeAlign(), bytes);
  call.eraseFromParent();
}

void loosen_fill(CallInst& call) {
  IRBuilder<> builder(&call);
  Value* byte = builder.CreateTrunc(call.getArgOperand(1), builder.getInt8Ty());
  builder.CreateMemSet(call.getArgOperand(0), byte, call.getArgOperand(2), MaybeAlign());
  call.eraseFromParent();
}

// Decides which hooks go, notes the checks that take their place, then does both: checks split blocks.
class PrivateHooks {
 public:
  explicit PrivateHooks(Function& function) : function_(function) {}

  unsigned run() {
    for (Instruction& instruction : instructions(function_))
      if (std::optional<HookKind> kind = hook_kind(instruction)) look_at(cast<CallInst>(instruction), *kind);
    if (bounds_) {
      HookSet hooks(*function_.getParent());
      bounds_->emit(hooks);
    }
    for (const Found& found : found_) replace(found);
    return static_cast<unsigned>(found_.size());
  }

 private:
  struct Found {
    CallInst* call;
    HookKind kind;
    bool to = false, from = false;  // of a copy: these sides are private
  };

  void look_at(CallInst& call, HookKind kind) {
    switch (kind) {
      case HookKind::Read:
      case HookKind::Write: {
        const HookedAccess access = *hooked_access(call);
        if (is_quiet(call, access.pointer, bytes_of(call, access), access.write)) found_.push_back({&call, kind});
        break;
      }
      case HookKind::StackBegin:
        if (is_out_of_sight(call.getArgOperand(0))) found_.push_back({&call, kind});
        break;
      case HookKind::StackEnd:
        if (escape_.is_private(call.getArgOperand(0))) found_.push_back({&call, kind});
        break;
      case HookKind::Copy: {
        const bool to = is_quiet(call, call.getArgOperand(0), call.getArgOperand(2), true);
        const bool from = is_quiet(call, call.getArgOperand(1), call.getArgOperand(2), false);
        if (to || from) found_.push_back({&call, kind, to, from});
        break;
      }
      case HookKind::Fill:
        if (is_quiet(call, call.getArgOperand(0), call.getArgOperand(2), true)) found_.push_back({&call, kind});
        break;
      default:
        break;
    }
  }

  static Value* bytes_of(CallInst& call, const HookedAccess& access) {
    if (access.size) return ConstantInt::get(Type::getInt64Ty(call.getContext()), *access.size);
    return call.getArgOperand(1);
  }

  // Nobody else can reach what is accessed, and its bounds are known.
  bool is_quiet(CallInst& call, Value* pointer, Value* bytes, bool write) {
    auto* site = dyn_cast<Constant>(call.getArgOperand(call.arg_size() - 1));
    if (site == nullptr || !escape_.is_private(pointer)) return false;
    if (is_constant_memory(pointer)) return true;
    if (!bounds_) bounds_.emplace(function_);
    return bounds_->check(call, pointer, bytes, write, [&] {
      return ObjectBounds::Origin{site, variable_at(pointer)};
    });
  }

  static Value* variable_at(const Value* pointer) {
    for (const User* user : object_of(pointer)->users()) {
      auto* call = dyn_cast<CallInst>(user);
      if (call == nullptr || hook_kind(*call) != HookKind::StackBegin) continue;
      if (auto* variable = dyn_cast<Constant>(call->getArgOperand(2))) return variable;
    }
    return ConstantInt::get(Type::getInt32Ty(pointer->getContext()), kNoVariable);
  }

  static void replace(const Found& found) {
    if (found.kind == HookKind::Copy) return loosen_copy(*found.call, found.to, found.from);
    if (found.kind == HookKind::Fill) return loosen_fill(*found.call);
    found.call->eraseFromParent();
  }

  Function& function_;
  Escape escape_;
  std::optional<ObjectBounds> bounds_;
  std::vector<Found> found_;
};

}  // namespace

unsigned drop_private_hooks(Function& function) { return PrivateHooks(function).run(); }

}  // namespace heddle
