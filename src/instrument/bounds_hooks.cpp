// Checks of accesses to objects that are known here (bounds.h), for hooked and unhooked memory alike.
//
// A private slot has no hooks, because its owner alone can reach it: that holds as long as accesses through its address
// stay inside. So a private access whose bounds cannot be told is hooked after all (Context::unbounded).
#include "instrument/bounds.h"
#include "instrument/context.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle {

using namespace llvm;

namespace {

class BoundsHooks {
 public:
  BoundsHooks(Context& context, Function& function) : context_(context), function_(function), bounds_(function) {}

  void look_at(Instruction& access) {
    each_access(access, context_.module.getDataLayout(),
                [&](Value* pointer, Value* bytes, bool write) { check(access, pointer, bytes, write); });
  }
  void emit() { bounds_.emit(context_.hooks); }

 private:
  void check(Instruction& access, Value* pointer, Value* bytes, bool write) {
    auto origin = [&] {
      const Value* object = object_of(pointer);
      const std::uint32_t site = context_.site(access, pointer);
      return ObjectBounds::Origin{function_.getContext(), site, variable_of(context_, &function_, object)};
    };
    if (bounds_.check(access, pointer, bytes, write, origin) || is_constant_memory(pointer)) {
      if (!isa<MemIntrinsic>(access)) context_.bounded.insert(&access);
      return;
    }
    if (context_.escape.is_private(pointer)) context_.unbounded.insert(&access);
  }

  Context& context_;
  Function& function_;
  ObjectBounds bounds_;
};

}  // namespace

void hook_bounds(Context& context, Function& function) {
  std::vector<Instruction*> accesses;
  for (Instruction& instruction : instructions(function))
    if (instruction.mayReadOrWriteMemory() && (!isa<CallBase>(instruction) || isa<MemIntrinsic>(instruction)))
      accesses.push_back(&instruction);
  BoundsHooks hooks(context, function);
  for (Instruction* access : accesses) hooks.look_at(*access);
  hooks.emit();
}

}  // namespace heddle
