// What scalar replacement would hide. It turns stack slots into registers, and what makes no sense there is dropped:
// an access outside of the slot, an access after the slot's life. So
//
//   * accesses that are outside of their slot whatever happens are announced before it runs;
//   * slots whose address is used for more than plain accesses stay in memory while it replaces the others. When the
//     pointers have become registers, their accesses can be seen for what they are: bounds_hooks.cpp checks their
//     bounds, and a slot that may be used after its life is left to the hooks (is_used_after_life).
#include "instrument/bounds.h"
#include "instrument/context.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr const char* kKeep = "heddle.keep";

class OutsideAccesses {
 public:
  OutsideAccesses(Context& context, Function& function)
      : context_(context), function_(function), bounds_(function), layout_(context.module.getDataLayout()) {}

  void look_at(Instruction& access) {
    each_access(access, layout_, [&](Value* pointer, Value* bytes, bool write) {
      if (auto* constant = dyn_cast<ConstantInt>(bytes)) check(access, pointer, *constant, write);
    });
  }
  void emit() { bounds_.emit(context_.hooks); }

 private:
  void check(Instruction& access, Value* pointer, ConstantInt& bytes, bool write) {
    APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    auto* slot = dyn_cast<AllocaInst>(pointer->stripAndAccumulateConstantOffsets(layout_, offset, true));
    if (slot == nullptr || bytes.isZero() || always_inside(pointer, bytes.getZExtValue(), layout_)) return;
    bounds_.check(access, pointer, &bytes, write, [&] {
      return ObjectBounds::Origin{function_.getContext(), context_.site(access, pointer), variable_of(context_, &function_, slot)};
    });
  }

  Context& context_;
  Function& function_;
  ObjectBounds bounds_;
  const DataLayout& layout_;
};

// Only its own loads, stores and marks, through constant steps at most: nothing but its name leads to the slot.
bool is_used_by_name(const Value& pointer) {
  return all_of(pointer.uses(), [&](const Use& use) {
    if (isa<LoadInst>(use.getUser())) return true;
    if (isa<StoreInst>(use.getUser())) return use.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (isa<GetElementPtrInst>(use.getUser())) return is_used_by_name(*use.getUser());
    if (auto* call = dyn_cast<IntrinsicInst>(use.getUser())) return isa<MemIntrinsic>(call) || call->isLifetimeStartOrEnd();
    return false;
  });
}

}  // namespace

void announce_outside_accesses(Context& context, Function& function) {
  // Scalar replacement leaves a slot alone on which these work.
  const auto keeps_its_slot = [](const Instruction& i) { return isa<AtomicRMWInst, AtomicCmpXchgInst>(i); };
  std::vector<Instruction*> accesses;
  for (Instruction& instruction : instructions(function))
    if (instruction.mayReadOrWriteMemory() && !is_initialisation(instruction) && !keeps_its_slot(instruction))
      accesses.push_back(&instruction);
  OutsideAccesses outside(context, function);
  for (Instruction* access : accesses) outside.look_at(*access);
  outside.emit();
}

void keep_locals(Function& function) {
  SmallVector<AllocaInst*, 16> kept;
  for (Instruction& instruction : instructions(function))
    if (auto* slot = dyn_cast<AllocaInst>(&instruction); slot != nullptr && !is_used_by_name(*slot)) kept.push_back(slot);
  Module& module = *function.getParent();
  FunctionCallee keep =
      module.getOrInsertFunction(kKeep, Type::getVoidTy(module.getContext()), PointerType::getUnqual(module.getContext()));
  for (AllocaInst* slot : kept) {
    Instruction* place = slot->getNextNode();
    while (isa<AllocaInst>(place)) place = place->getNextNode();
    CallInst::Create(keep, {slot}, "", place->getIterator());
  }
}

void release_locals(Module& module) {
  Function* keep = module.getFunction(kKeep);
  if (keep == nullptr) return;
  for (User* user : make_early_inc_range(keep->users())) cast<CallInst>(user)->eraseFromParent();
  keep->eraseFromParent();
}

}  // namespace heddle
