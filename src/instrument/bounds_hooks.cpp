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
  BoundsHooks(Context& context, Function& function)
      : context_(context), function_(function), bounds_(function), layout_(context.module.getDataLayout()) {}

  void look_at(Instruction& access) {
    if (auto* load = dyn_cast<LoadInst>(&access))
      check(access, load->getPointerOperand(), load->getType(), false);
    else if (auto* store = dyn_cast<StoreInst>(&access))
      check(access, store->getPointerOperand(), store->getValueOperand()->getType(), true);
    else if (auto* rmw = dyn_cast<AtomicRMWInst>(&access))
      check(access, rmw->getPointerOperand(), rmw->getValOperand()->getType(), true);
    else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&access))
      check(access, exchange->getPointerOperand(), exchange->getNewValOperand()->getType(), true);
    else if (auto* memory = dyn_cast<MemIntrinsic>(&access)) {
      if (auto* copy = dyn_cast<MemTransferInst>(memory)) check(access, copy->getRawSource(), copy->getLength(), false);
      check(access, memory->getRawDest(), memory->getLength(), true);
    }
  }
  void emit() { bounds_.emit(context_.hooks); }

 private:
  void check(Instruction& access, Value* pointer, Type* type, bool write) {
    const std::uint64_t bytes = layout_.getTypeStoreSize(type).getKnownMinValue();
    check(access, pointer, ConstantInt::get(Type::getInt64Ty(type->getContext()), bytes), write);
  }

  void check(Instruction& access, Value* pointer, Value* bytes, bool write) {
    auto origin = [&] {
      const Value* object = object_of(pointer);
      return ObjectBounds::Origin{context_.site(access, pointer), variable_of(context_, &function_, object)};
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
  const DataLayout& layout_;
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
