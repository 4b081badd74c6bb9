// Hooks on stack slots that turn out to be private after inlining: a swap or an iterator taken by reference, a closure
// whose call was inlined. The functions that got the address are gone, so nothing but the owner can reach the slot,
// and without hooks it becomes registers.
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
  auto site = static_cast<std::uint32_t>(cast<ConstantInt>(call.getArgOperand(3))->getZExtValue());
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

}  // namespace

unsigned drop_private_hooks(Function& function) {
  Escape escape;
  unsigned dropped = 0;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    std::optional<HookKind> kind = hook_kind(instruction);
    if (!kind) continue;
    auto& call = cast<CallInst>(instruction);
    switch (*kind) {
      case HookKind::Read:
      case HookKind::Write:
      case HookKind::StackBegin:
      case HookKind::StackEnd:
        if (!escape.is_private(call.getArgOperand(0))) break;
        call.eraseFromParent();
        ++dropped;
        break;
      case HookKind::Copy: {
        bool to = escape.is_private(call.getArgOperand(0)), from = escape.is_private(call.getArgOperand(1));
        if (!(to || from) || !isa<ConstantInt>(call.getArgOperand(3))) break;
        loosen_copy(call, to, from);
        ++dropped;
        break;
      }
      case HookKind::Fill:
        if (!escape.is_private(call.getArgOperand(0))) break;
        loosen_fill(call);
        ++dropped;
        break;
      default:
        break;
    }
  }
  return dropped;
}

}  // namespace heddle
