// Plain memory accesses: a hook before each load and store, memory intrinsics replaced by calls that perform them.
//
//   * Nothing for constant memory and, as far as their bounds are known, private stack slots (escape.h, bounds_hooks.cpp).
//   * A copy between shared memory and a private slot keeps its intrinsic and announces the shared side only.
//   * A struct passed by value is copied by the caller: a read of the whole object before the call.
//   * A constructor or destructor that sets the vtable pointer to the value it has already does not touch it: C++ knows
//     no vtable pointer, and a virtual call while the destructor of the most derived class runs is no race.
//   * Other intrinsics that touch memory through a pointer (masked and scattered vector accesses) are refused by name.
#include "instrument/context.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle {

using namespace llvm;

namespace {

bool is_vtable_store(const StoreInst& store) {
  if (!store.getValueOperand()->getType()->isPointerTy()) return false;
  MDNode* tag = store.getMetadata(LLVMContext::MD_tbaa);
  if (tag != nullptr && tag->isTBAAVtableAccess()) return true;
  auto* global = dyn_cast<GlobalVariable>(store.getValueOperand()->stripInBoundsOffsets());
  return global != nullptr && global->getName().starts_with("_ZTV");
}

class AccessHooks {
 public:
  explicit AccessHooks(Context& context) : context_(context) {}

  void load(LoadInst& load) {
    if (!is_quiet(load, load.getPointerOperand()))
      announce(load, load.getPointerOperand(), size(load.getType()), false);
  }

  void store(StoreInst& store) {
    Value* pointer = store.getPointerOperand();
    if (is_quiet(store, pointer)) return;
    std::uint64_t bytes = size(store.getValueOperand()->getType());
    if (!is_vtable_store(store)) return announce(store, pointer, bytes, true);
    std::uint32_t site = context_.site(store, pointer);
    IRBuilder<> builder(&store);
    // Volatile: in a constructor there is no value yet, and branching on undefined contents would be undefined itself.
    Value* before = builder.CreateLoad(store.getValueOperand()->getType(), pointer, true);
    Value* changes = builder.CreateICmpNE(before, store.getValueOperand());
    Instruction* then = SplitBlockAndInsertIfThen(changes, &store, false);
    IRBuilder<> inside(then);
    inside.SetCurrentDebugLocation(store.getDebugLoc());
    context_.hooks.announce(inside, pointer, bytes, true, site);
  }

  void copy(MemTransferInst& copy) {
    Value *to = copy.getRawDest(), *from = copy.getRawSource();
    bool quiet_to = is_quiet(copy, to), quiet_from = is_quiet(copy, from);
    if (!quiet_to && !quiet_from) {
      IRBuilder<> builder(&copy);
      Value* site = builder.getInt32(context_.site(copy, to));
      Value* bytes = builder.CreateZExtOrTrunc(copy.getLength(), builder.getInt64Ty());
      context_.hooks.call(builder, isa<MemMoveInst>(copy) ? "heddle_memmove" : "heddle_memcpy",
                          {to, from, bytes, site});
      copy.eraseFromParent();
      return;
    }
    if (!quiet_from) announce(copy, from, copy.getLength(), false);
    if (!quiet_to) announce(copy, to, copy.getLength(), true);
  }

  void fill(MemSetInst& fill) {
    Value* to = fill.getRawDest();
    if (is_quiet(fill, to)) return;
    IRBuilder<> builder(&fill);
    Value* site = builder.getInt32(context_.site(fill, to));
    Value* bytes = builder.CreateZExtOrTrunc(fill.getLength(), builder.getInt64Ty());
    Value* byte = builder.CreateZExt(fill.getValue(), builder.getInt32Ty());
    context_.hooks.call(builder, "heddle_memset", {to, byte, bytes, site});
    fill.eraseFromParent();
  }

  void arguments_by_value(CallBase& call) {
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      Value* source = call.getArgOperand(i);
      if (!call.isByValArgument(i) || context_.escape.is_private(source)) continue;
      announce(call, source, size(call.getParamByValType(i)), false);
    }
  }

 private:
  bool is_quiet(const Instruction& access, const Value* pointer) {
    return context_.escape.is_private(pointer) && !context_.unbounded.contains(&access);
  }
  std::uint64_t size(Type* type) { return context_.module.getDataLayout().getTypeStoreSize(type).getKnownMinValue(); }

  void announce(Instruction& before, Value* pointer, std::uint64_t bytes, bool write) {
    if (bytes == 0) return;
    IRBuilder<> builder(&before);
    CallInst* hook = context_.hooks.announce(builder, pointer, bytes, write, context_.site(before, pointer));
    if (context_.bounded.contains(&before)) mark_bounded(*hook);
  }
  void announce(Instruction& before, Value* pointer, Value* bytes, bool write) {
    if (auto* constant = dyn_cast<ConstantInt>(bytes))
      return announce(before, pointer, constant->getZExtValue(), write);
    IRBuilder<> builder(&before);
    context_.hooks.announce(builder, pointer, bytes, write, context_.site(before, pointer));
  }

  Context& context_;
};

// Intrinsics with pointers that are harmless, or dealt with elsewhere.
bool is_understood(const IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::x86_sse2_pause:
    case Intrinsic::x86_sse2_mfence:
    case Intrinsic::x86_sse2_lfence:
    case Intrinsic::x86_sse_sfence:
    case Intrinsic::x86_sse2_clflush:
      return true;
    case Intrinsic::readcyclecounter:
    case Intrinsic::readsteadycounter:
    case Intrinsic::x86_rdtsc:
    case Intrinsic::x86_rdtscp:
      return false;  // a clock that no replay brings back
    case Intrinsic::memcpy_element_unordered_atomic:
    case Intrinsic::memmove_element_unordered_atomic:
    case Intrinsic::memset_element_unordered_atomic:
    case Intrinsic::masked_load:
    case Intrinsic::masked_store:
    case Intrinsic::masked_gather:
    case Intrinsic::masked_scatter:
    case Intrinsic::masked_expandload:
    case Intrinsic::masked_compressstore:
      return false;
    default:
      break;
  }
  if (!call.getCalledFunction()->getName().starts_with("llvm.x86.")) return true;
  if (!call.mayReadOrWriteMemory()) return true;
  return none_of(call.args(), [](const Use& use) { return use->getType()->isPointerTy(); });
}

}  // namespace

void hook_accesses(Context& context, Function& function) {
  std::vector<Instruction*> found;
  for (Instruction& instruction : instructions(function)) {
    if (is_initialisation(instruction)) continue;
    bool plain = isa<LoadInst>(instruction) || isa<StoreInst>(instruction);
    if ((plain && !instruction.isAtomic()) || isa<CallBase>(instruction)) found.push_back(&instruction);
  }
  AccessHooks hooks(context);
  for (Instruction* instruction : found) {
    if (auto* load = dyn_cast<LoadInst>(instruction))
      hooks.load(*load);
    else if (auto* store = dyn_cast<StoreInst>(instruction))
      hooks.store(*store);
    else if (auto* copy = dyn_cast<MemTransferInst>(instruction))
      hooks.copy(*copy);
    else if (auto* fill = dyn_cast<MemSetInst>(instruction))
      hooks.fill(*fill);
    else if (auto* intrinsic = dyn_cast<IntrinsicInst>(instruction)) {
      if (!is_understood(*intrinsic)) context.refuse(*intrinsic, intrinsic->getCalledFunction()->getName());
    } else
      hooks.arguments_by_value(cast<CallBase>(*instruction));
  }
}

}  // namespace heddle
