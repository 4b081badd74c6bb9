// What the program promises the compiler, forgotten: no overflow, no null, no misaligned or out-of-range value, no
// pointer that leaves its object. A program that breaks such a promise is to do what the machine does with its
// instructions one by one, not what an optimiser makes of the idea that it cannot happen: code after the broken promise
// would go, and with it the very bug.
//
//   * Flags and metadata that make a result poison (nsw, inbounds, !range ...), attributes that do so for parameters
//   and
//     results (nonnull, noundef, dereferenceable ...).
//   * Null is an address like any other: an access to it is not undefined, it faults.
//   * Operations whose result is poison for some operands get the result that x86-64 gives: a shift looks at the low
//   bits
//     of its distance; the number of leading zeros of zero is the width.
//
// Before the first pass runs. drop_undefined_values runs after scalar replacement, which is the first to make them.
#include "instrument/context.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr Attribute::AttrKind kPromisesOfValues[] = {Attribute::NoUndef,         Attribute::NonNull,
                                                     Attribute::Dereferenceable, Attribute::DereferenceableOrNull,
                                                     Attribute::Range,           Attribute::NoFPClass};

// Type-based aliasing still tells vtable pointers apart; forget_aliasing drops it with the rest.
constexpr unsigned kPromisingMetadata[] = {LLVMContext::MD_range,           LLVMContext::MD_nonnull,
                                           LLVMContext::MD_noundef,         LLVMContext::MD_align,
                                           LLVMContext::MD_dereferenceable, LLVMContext::MD_dereferenceable_or_null,
                                           LLVMContext::MD_invariant_load,  LLVMContext::MD_invariant_group};

template <class FunctionOrCall>
void forget_values(FunctionOrCall& holder, unsigned parameters) {
  AttributeMask mask;
  for (Attribute::AttrKind kind : kPromisesOfValues) mask.addAttribute(kind);
  holder.removeRetAttrs(mask);
  holder.removeRetAttr(Attribute::NoAlias);
  holder.removeRetAttr(Attribute::Alignment);
  for (unsigned i = 0; i < parameters; ++i) {
    holder.removeParamAttrs(i, mask);
    // How a struct is passed by value is a matter of the calling convention.
    if (!holder.getAttributes().hasParamAttr(i, Attribute::ByVal)) holder.removeParamAttr(i, Attribute::Alignment);
  }
}

// The low bits of the distance, as the processor does.
void define_shift(BinaryOperator& shift) {
  Value* distance = shift.getOperand(1);
  unsigned width = shift.getType()->getScalarSizeInBits();
  if (auto* constant = dyn_cast<ConstantInt>(distance); constant != nullptr && constant->getValue().ult(width)) return;
  IRBuilder<> builder(&shift);
  Constant* limit = ConstantInt::get(shift.getType(), isPowerOf2_32(width) ? width - 1 : width);
  shift.setOperand(1, isPowerOf2_32(width) ? builder.CreateAnd(distance, limit)
                                           : builder.CreateURem(builder.CreateFreeze(distance), limit));
}

// Conversions of numbers that do not fit: some number, and the same one wherever it is looked at.
void define_conversion(CastInst& cast) {
  auto* frozen = new FreezeInst(&cast, "", std::next(cast.getIterator()));
  cast.replaceUsesWithIf(frozen, [&](const Use& use) { return use.getUser() != frozen; });
}

void define_intrinsic(IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::ctlz:
    case Intrinsic::cttz:
    case Intrinsic::abs:  // the second operand: is the result poison for zero, or for the smallest number?
      call.setArgOperand(1, ConstantInt::getFalse(call.getContext()));
      break;
    case Intrinsic::invariant_start:
      if (call.use_empty()) call.eraseFromParent();
      break;
    default:
      break;
  }
}

void forget_promises(Instruction& instruction) {
  instruction.dropPoisonGeneratingFlags();
  for (unsigned kind : kPromisingMetadata) instruction.setMetadata(kind, nullptr);
  if (instruction.isShift()) return define_shift(cast<BinaryOperator>(instruction));
  if (isa<FPToSIInst>(instruction) || isa<FPToUIInst>(instruction))
    return define_conversion(cast<CastInst>(instruction));
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) return define_intrinsic(*intrinsic);
  if (auto* call = dyn_cast<CallBase>(&instruction)) {
    forget_values(*call, call->arg_size());
    // Whether a function of the program comes back is seen when it is called (traps.cpp).
    const Function* callee = call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration()) call->removeFnAttr(Attribute::NoReturn);
  }
}

// ---- after scalar replacement

// Zero wherever it says "any value".
class Defined {
 public:
  Constant* of(Constant* constant) {
    if (isa<UndefValue>(constant)) return Constant::getNullValue(constant->getType());  // poison is one, too
    auto* aggregate = dyn_cast<ConstantAggregate>(constant);
    if (aggregate == nullptr) return constant;
    auto [known, fresh] = known_.try_emplace(constant, nullptr);
    if (!fresh) return known->second;
    SmallVector<Constant*, 8> parts;
    bool changed = false;
    for (Value* operand : aggregate->operand_values()) {
      parts.push_back(of(cast<Constant>(operand)));
      changed |= parts.back() != operand;
    }
    return known_[constant] = changed ? assemble(aggregate, parts) : constant;
  }

 private:
  static Constant* assemble(ConstantAggregate* like, ArrayRef<Constant*> parts) {
    if (auto* type = dyn_cast<StructType>(like->getType())) return ConstantStruct::get(type, parts);
    if (auto* type = dyn_cast<ArrayType>(like->getType())) return ConstantArray::get(type, parts);
    return ConstantVector::get(parts);
  }
  DenseMap<Constant*, Constant*> known_;
};

// An address that is null for certain or on some way: no hook announces such an access if all other objects are
// private, and it has to fault even if nobody looks at what it reads. The same goes for a write to constant memory.
bool may_fault_unannounced(const Value* pointer, bool write) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, 0);
  return any_of(objects, [&](const Value* object) {
    auto* global = dyn_cast<GlobalVariable>(object);
    return isa<ConstantPointerNull>(object) ||
           (write && (isa<Function>(object) || (global != nullptr && global->isConstant())));
  });
}

void keep_faults(Instruction& instruction) {
  if (auto* load = dyn_cast<LoadInst>(&instruction); load != nullptr && !load->isAtomic())
    if (may_fault_unannounced(load->getPointerOperand(), false)) load->setVolatile(true);
  if (auto* store = dyn_cast<StoreInst>(&instruction); store != nullptr && !store->isAtomic())
    if (may_fault_unannounced(store->getPointerOperand(), true)) store->setVolatile(true);
}

}  // namespace

void forget_promises(Module& module) {
  for (Function& function : module) {
    if (function.isIntrinsic()) continue;
    forget_values(function, function.arg_size());
    if (function.isDeclaration()) continue;
    function.removeFnAttr(Attribute::NoReturn);
    function.addFnAttr(Attribute::NullPointerIsValid);
    for (Instruction& instruction : make_early_inc_range(instructions(function))) forget_promises(instruction);
  }
}

void drop_undefined_values(Module& module) {
  Defined defined;
  for (GlobalVariable& global : module.globals())
    if (global.hasInitializer()) global.setInitializer(defined.of(global.getInitializer()));
  for (Function& function : module)
    for (Instruction& instruction : instructions(function)) {
      keep_faults(instruction);
      // What vectors and structures are built from is looked at only where nothing was put in; tags of exceptions and
      // operands of intrinsics have to be what they are.
      if (isa<InsertValueInst>(instruction) || isa<LandingPadInst>(instruction) || isa<IntrinsicInst>(instruction))
        continue;
      for (Use& operand : instruction.operands())
        if (auto* constant = dyn_cast<Constant>(operand.get()); constant != nullptr && !isa<GlobalValue>(constant))
          if (Constant* value = defined.of(constant); value != constant) operand.set(value);
    }
}

}  // namespace heddle
