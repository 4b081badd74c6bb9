// Atomic instructions -> calls that perform them: loads, stores, read-modify-writes, compare-exchanges, fences, and
// the first look at the guard of a function-local static (a guard already set is an acquire, not a scheduling point).
//
// Orders: unordered and monotonic become relaxed; consume is acquire already in IR. Fences of one thread (signal
// fences) order nothing between threads and stay as they are, like atomics on private stack slots.
#include "instrument/atomic_hooks.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "model/hooks.h"

namespace heddle {

using namespace llvm;

std::uint32_t order_code(AtomicOrdering order) {
  switch (order) {
    case AtomicOrdering::Acquire:
      return static_cast<std::uint32_t>(MemoryOrder::Acquire);
    case AtomicOrdering::Release:
      return static_cast<std::uint32_t>(MemoryOrder::Release);
    case AtomicOrdering::AcquireRelease:
      return static_cast<std::uint32_t>(MemoryOrder::AcquireRelease);
    case AtomicOrdering::SequentiallyConsistent:
      return static_cast<std::uint32_t>(MemoryOrder::SequentiallyConsistent);
    default:
      return static_cast<std::uint32_t>(MemoryOrder::Relaxed);
  }
}

// Where the compiler itself knows that the object need not be aligned, it calls libatomic, which does not mind.
template <class Access>
static std::uint32_t any_alignment(const Access& access, std::uint64_t bytes) {
  return access.getAlign().value() < bytes ? kAnyAlignment : 0;
}

std::uint32_t compare_exchange_orders(AtomicOrdering success, AtomicOrdering failure, bool weak) {
  return order_code(success) | order_code(failure) << 8 | (weak ? 1u << 16 : 0u);
}

Value* to_bits(IRBuilder<>& at, Value* value) {
  Type* type = value->getType();
  if (type->isPointerTy()) return at.CreatePtrToInt(value, at.getInt64Ty());
  if (!type->isIntegerTy()) value = at.CreateBitCast(value, at.getIntNTy(type->getPrimitiveSizeInBits()));
  return at.CreateZExtOrTrunc(value, at.getInt64Ty());
}

Value* from_bits(IRBuilder<>& at, Value* bits, Type* type) {
  if (type->isPointerTy()) return at.CreateIntToPtr(bits, type);
  if (type->isIntegerTy()) return at.CreateZExtOrTrunc(bits, type);
  Value* narrow = at.CreateZExtOrTrunc(bits, at.getIntNTy(type->getPrimitiveSizeInBits()));
  return at.CreateBitCast(narrow, type);
}

AllocaInst* slot16(Function& function) {
  BasicBlock& entry = function.getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  AllocaInst* slot = builder.CreateAlloca(builder.getInt128Ty());
  slot->setAlignment(Align(16));
  return slot;
}

namespace {

std::optional<RmwKind> rmw_kind(AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case AtomicRMWInst::Xchg:
      return RmwKind::Exchange;
    case AtomicRMWInst::Add:
      return RmwKind::Add;
    case AtomicRMWInst::Sub:
      return RmwKind::Sub;
    case AtomicRMWInst::And:
      return RmwKind::And;
    case AtomicRMWInst::Nand:
      return RmwKind::Nand;
    case AtomicRMWInst::Or:
      return RmwKind::Or;
    case AtomicRMWInst::Xor:
      return RmwKind::Xor;
    case AtomicRMWInst::Max:
      return RmwKind::Max;
    case AtomicRMWInst::Min:
      return RmwKind::Min;
    case AtomicRMWInst::UMax:
      return RmwKind::UMax;
    case AtomicRMWInst::UMin:
      return RmwKind::UMin;
    case AtomicRMWInst::FAdd:
      return RmwKind::FAdd;
    case AtomicRMWInst::FSub:
      return RmwKind::FSub;
    case AtomicRMWInst::FMax:
      return RmwKind::FMax;
    case AtomicRMWInst::FMin:
      return RmwKind::FMin;
    default:
      return std::nullopt;
  }
}

// Does a relaxed store go on with a release sequence of its thread? Not in C++20 and later. The compiler was told to write
// down the standard of each unit (frontend/compile.cpp); where it was not, the unit is taken for one in clang's default.
bool goes_on(const StoreInst& store) {
  if (order_code(store.getOrdering()) != static_cast<std::uint32_t>(MemoryOrder::Relaxed)) return false;
  const DILocation* location = store.getDebugLoc();
  const DISubprogram* function =
      location != nullptr ? location->getScope()->getSubprogram() : store.getFunction()->getSubprogram();
  const DICompileUnit* unit = function == nullptr ? nullptr : function->getUnit();
  if (unit == nullptr) return true;
  StringRef standard = unit->getFlags();
  return !(standard.consume_front("std=") && (standard.consume_front("c++2") || standard.consume_front("gnu++2")));
}

class AtomicRewriter {
 public:
  AtomicRewriter(Context& context, Function& function) : context_(context), function_(function) {}

  void rewrite(Instruction& instruction) {
    builder_.SetInsertPoint(&instruction);
    if (auto* load = dyn_cast<LoadInst>(&instruction)) return this->load(*load);
    if (auto* store = dyn_cast<StoreInst>(&instruction)) return this->store(*store);
    if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) return this->rmw(*rmw);
    if (auto* cas = dyn_cast<AtomicCmpXchgInst>(&instruction)) return compare_exchange(*cas);
    if (auto* fence = dyn_cast<FenceInst>(&instruction)) this->fence(*fence, order_code(fence->getOrdering()));
  }

  void fence(Instruction& instruction, std::uint32_t order) {
    builder_.SetInsertPoint(&instruction);
    call("heddle_fence", {number(order), site(instruction, nullptr)});
    instruction.eraseFromParent();
  }

 private:
  Value* call(StringRef hook, ArrayRef<Value*> arguments) { return context_.hooks.call(builder_, hook, arguments); }
  Value* number(std::uint64_t value) { return builder_.getInt32(static_cast<std::uint32_t>(value)); }
  Value* site(Instruction& instruction, Value* pointer) { return number(context_.site(instruction, pointer)); }
  std::uint64_t width(Type* type) { return context_.module.getDataLayout().getTypeStoreSize(type); }

  void replace(Instruction& old, Value* value) {
    value->takeName(&old);
    old.replaceAllUsesWith(value);
    old.eraseFromParent();
  }

  Value* spilled(Value* value) {
    AllocaInst* slot = slot16(function_);
    builder_.CreateStore(value, slot);
    return slot;
  }

  void refuse(Instruction& instruction) {
    context_.refuse(instruction, "atomic operation of an unusual kind or width");
  }

  void load(LoadInst& load) {
    Value* pointer = load.getPointerOperand();
    Value* where = site(load, pointer);
    auto* object = dyn_cast<GlobalVariable>(pointer->stripPointerCasts());
    if (object != nullptr && object->getName().starts_with("_ZGV") && load.getType()->isIntegerTy(8))
      return replace(load, call("heddle_guard_load", {pointer, where}));
    std::uint64_t bytes = width(load.getType());
    Value* order = number(order_code(load.getOrdering()) | any_alignment(load, bytes));
    if (fits_register(bytes)) {
      Value* bits = call("heddle_atomic_load", {pointer, number(bytes), order, where});
      return replace(load, from_bits(builder_, bits, load.getType()));
    }
    if (bytes > 16) return refuse(load);
    AllocaInst* result = slot16(function_);
    call("heddle_atomic_load16", {pointer, result, order, where});
    replace(load, builder_.CreateLoad(load.getType(), result));
  }

  void store(StoreInst& store) {
    Value* pointer = store.getPointerOperand();
    Value* value = store.getValueOperand();
    std::uint64_t bytes = width(value->getType());
    if (bytes > 16) return refuse(store);
    Value* where = site(store, pointer);
    Value* order = number(order_code(store.getOrdering()) | (goes_on(store) ? std::uint32_t{kGoesOn} << 16 : 0) |
                          any_alignment(store, bytes));
    if (fits_register(bytes))
      call("heddle_atomic_store", {pointer, to_bits(builder_, value), number(bytes), order, where});
    else
      call("heddle_atomic_store16", {pointer, spilled(value), order, where});
    store.eraseFromParent();
  }

  void rmw(AtomicRMWInst& rmw) {
    Value* pointer = rmw.getPointerOperand();
    Type* type = rmw.getType();
    std::uint64_t bytes = width(type);
    std::optional<RmwKind> kind = rmw_kind(rmw.getOperation());
    bool known_float =
        !type->isFloatingPointTy() || type->isFloatTy() || type->isDoubleTy() || *kind == RmwKind::Exchange;
    if (!kind || bytes > 16 || !known_float) return refuse(rmw);
    Value* where = site(rmw, pointer);
    Value* order = number(order_code(rmw.getOrdering()) | any_alignment(rmw, bytes));
    Value* code = number(static_cast<std::uint32_t>(*kind));
    if (fits_register(bytes)) {
      Value* operand = to_bits(builder_, rmw.getValOperand());
      Value* bits = call("heddle_atomic_rmw", {pointer, operand, number(bytes), code, order, where});
      return replace(rmw, from_bits(builder_, bits, type));
    }
    AllocaInst* old = slot16(function_);
    call("heddle_atomic_rmw16", {pointer, spilled(rmw.getValOperand()), old, code, order, where});
    replace(rmw, builder_.CreateLoad(type, old));
  }

  void compare_exchange(AtomicCmpXchgInst& cas) {
    Value* pointer = cas.getPointerOperand();
    Type* type = cas.getCompareOperand()->getType();
    std::uint64_t bytes = width(type);
    if (bytes > 16) return refuse(cas);
    Value* where = site(cas, pointer);
    Value* orders = number(compare_exchange_orders(cas.getSuccessOrdering(), cas.getFailureOrdering(), cas.isWeak()) |
                           any_alignment(cas, bytes));
    Value *old, *same;
    if (fits_register(bytes)) {
      Value* expected = to_bits(builder_, cas.getCompareOperand());
      Value* desired = to_bits(builder_, cas.getNewValOperand());
      Value* bits = call("heddle_atomic_cas", {pointer, expected, desired, number(bytes), orders, where});
      same = builder_.CreateICmpEQ(bits, expected);
      old = from_bits(builder_, bits, type);
    } else {
      AllocaInst* result = slot16(function_);
      Value* expected = spilled(cas.getCompareOperand());
      call("heddle_atomic_cas16", {pointer, expected, spilled(cas.getNewValOperand()), result, orders, where});
      old = builder_.CreateLoad(type, result);
      same = builder_.CreateICmpEQ(old, cas.getCompareOperand());
    }
    Value* pair = builder_.CreateInsertValue(PoisonValue::get(cas.getType()), old, 0);
    replace(cas, builder_.CreateInsertValue(pair, same, 1));
  }

  Context& context_;
  Function& function_;
  IRBuilder<> builder_{function_.getContext()};
};

bool needs_hook(Context& context, Instruction& instruction) {
  if (auto* fence = dyn_cast<FenceInst>(&instruction)) return fence->getSyncScopeID() != SyncScope::SingleThread;
  const Value* pointer = getLoadStorePointerOperand(&instruction);
  if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) pointer = rmw->getPointerOperand();
  if (auto* cas = dyn_cast<AtomicCmpXchgInst>(&instruction)) pointer = cas->getPointerOperand();
  return instruction.isAtomic() && pointer != nullptr && !context.escape.is_private(pointer);
}

// Fence instructions of the processor, as _mm_mfence() and friends give them.
std::optional<std::uint32_t> processor_fence(const Instruction& instruction) {
  auto* call = dyn_cast<CallInst>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr) return std::nullopt;
  switch (callee->getIntrinsicID()) {
    case Intrinsic::x86_sse2_mfence:
      return static_cast<std::uint32_t>(MemoryOrder::SequentiallyConsistent);
    case Intrinsic::x86_sse2_lfence:
      return static_cast<std::uint32_t>(MemoryOrder::Acquire);
    case Intrinsic::x86_sse_sfence:
      return static_cast<std::uint32_t>(MemoryOrder::Release);
    default:
      return std::nullopt;
  }
}

}  // namespace

void hook_atomics(Context& context, Function& function) {
  std::vector<Instruction*> found, fences;
  for (Instruction& instruction : instructions(function)) {
    if (processor_fence(instruction))
      fences.push_back(&instruction);
    else if (needs_hook(context, instruction))
      found.push_back(&instruction);
  }
  AtomicRewriter rewriter(context, function);
  for (Instruction* instruction : fences) rewriter.fence(*instruction, *processor_fence(*instruction));
  for (Instruction* instruction : found) rewriter.rewrite(*instruction);
}

}  // namespace heddle
