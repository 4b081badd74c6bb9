// Calls through pointers to member functions. In the ABI such a pointer is a pair: the function, and what has to be
// added to the object's address before the call. Read as it stands, `this` could be any place of the object, and with
// it every member that the function touches. If no class that such pointers are made of has a base anywhere but at its
// beginning, and no pair of the program has another second part than zero, nothing is ever added; and if the first part
// of each is a function, none is virtual, and the table of virtual functions is not read. Pairs are not made from parts
// (an assumption of every proof).
//
// Main function: resolve_member_pointers, before any pass has changed what clang writes for such a call.
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

bool is_pair(const Type* type) {
  auto* structure = dyn_cast<StructType>(type);
  return structure != nullptr && structure->isLiteral() && structure->getNumElements() == 2 &&
         structure->getElementType(0)->isIntegerTy(64) && structure->getElementType(1)->isIntegerTy(64);
}

// What the pairs of a program can do beyond calling a function with the object as it is.
struct Pairs {
  bool adding = false;    // to the object's address
  bool virtual_ = false;  // the first part is a place in the table of virtual functions
};

// The pairs in it. An undefined one may do anything.
void look_at(const Constant& value, SmallPtrSetImpl<const Constant*>& seen, Pairs& found) {
  if (isa<GlobalValue>(value) || !seen.insert(&value).second) return;
  if (is_pair(value.getType())) {
    auto* first = value.getAggregateElement(0U);
    auto* second = value.getAggregateElement(1U);
    found.adding |= second == nullptr || !second->isNullValue();
    auto* address = dyn_cast_or_null<ConstantExpr>(first);
    const bool function = address != nullptr && address->getOpcode() == Instruction::PtrToInt &&
                          isa<Function>(address->getOperand(0)->stripPointerCasts());
    found.virtual_ |= first == nullptr || (!function && !first->isNullValue());
    return;
  }
  for (const Use& part : value.operands())
    if (auto* constant = dyn_cast<Constant>(part)) look_at(*constant, seen, found);
}

Pairs pairs_of(const Module& module) {
  SmallPtrSet<const Constant*, 32> seen;
  Pairs found;
  for (const GlobalVariable& variable : module.globals())
    if (variable.hasInitializer()) look_at(*variable.getInitializer(), seen, found);
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function)) {
      if (isa<InsertValueInst>(instruction) && is_pair(instruction.getType()))
        return {.adding = true, .virtual_ = true};  // converted to a base's
      for (const Use& operand : instruction.operands())
        if (auto* constant = dyn_cast<Constant>(operand)) look_at(*constant, seen, found);
    }
  return found;
}

// A base that is not at the beginning of its class, or virtual, in the class or in one of its bases: only members of
// such a base have something added. Of a class that is not described nothing is known.
bool has_inner_base(const DIType* type, SmallPtrSetImpl<const DIType*>& seen) {
  while (auto* derived = dyn_cast_or_null<DIDerivedType>(type)) type = derived->getBaseType();  // typedef, const
  if (!seen.insert(type).second) return false;
  auto* described = dyn_cast_or_null<DICompositeType>(type);
  // The size of any such pointer is taken from it in std::function: it has no members, and nobody defines it.
  if (described != nullptr && described->getIdentifier() == "_ZTSSt16_Undefined_class") return false;
  if (described == nullptr || described->isForwardDecl()) return true;
  return any_of(described->getElements(), [&](const DINode* element) {
    auto* base = dyn_cast_or_null<DIDerivedType>(element);
    if (base == nullptr || base->getTag() != dwarf::DW_TAG_inheritance) return false;
    return base->getOffsetInBits() != 0 || base->isVirtual() || has_inner_base(base->getBaseType(), seen);
  });
}

// Has a class that pointers to members are made of such a base? Without debug information any may.
bool has_inner_bases(const Module& module) {
  DebugInfoFinder finder;
  finder.processModule(module);
  SmallPtrSet<const DIType*, 16> seen;
  bool described = false;
  for (const DIType* type : finder.types()) {
    auto* pointer = dyn_cast<DIDerivedType>(type);
    if (pointer == nullptr || pointer->getTag() != dwarf::DW_TAG_ptr_to_member_type) continue;
    described = true;
    if (has_inner_base(pointer->getClassType(), seen)) return true;
  }
  return !described;
}

// The question whether the function is virtual, which a call through the pair begins with; null if nothing is called.
BinaryOperator* question(Value& pair) {
  BinaryOperator* asked = nullptr;
  bool called = false;
  for (User* user : pair.users()) {
    auto* part = dyn_cast<ExtractValueInst>(user);
    if (part == nullptr || part->getIndices() != ArrayRef<unsigned>{0}) continue;
    for (User* use : part->users()) {
      auto* operation = dyn_cast<BinaryOperator>(use);
      auto* mask = operation == nullptr ? nullptr : dyn_cast<ConstantInt>(operation->getOperand(1));
      if (mask != nullptr && operation->getOpcode() == Instruction::And && mask->isOne()) asked = operation;
      called |= isa<IntToPtrInst>(use);
    }
  }
  return called ? asked : nullptr;
}

}  // namespace

void resolve_member_pointers(Module& module) {
  std::vector<ExtractValueInst*> added;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      if (auto* part = dyn_cast<ExtractValueInst>(&instruction);
          part != nullptr && is_pair(part->getAggregateOperand()->getType()) &&
          part->getIndices() == ArrayRef<unsigned>{1} && question(*part->getAggregateOperand()) != nullptr)
        added.push_back(part);
  if (added.empty()) return;
  const Pairs pairs = pairs_of(module);
  if (pairs.adding || has_inner_bases(module)) return;
  for (ExtractValueInst* part : added) {
    if (BinaryOperator* asked = question(*part->getAggregateOperand()); asked != nullptr && !pairs.virtual_)
      asked->replaceAllUsesWith(ConstantInt::get(asked->getType(), 0));
    part->replaceAllUsesWith(ConstantInt::get(part->getType(), 0));
  }
}

}  // namespace heddle::analysis
