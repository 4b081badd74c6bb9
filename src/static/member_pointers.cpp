// Calls through pointers to member functions. In the ABI such a pointer is a pair: the function, and what has to be
// added to the object's address before the call. Read as it stands, `this` could be any place of the object, and with
// it every member that the function touches. If no class has a base anywhere but at its beginning, and no pair of the
// program has another second part than zero, nothing is ever added; pairs are not made from parts (an assumption of
// every proof).
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

// Is there a pair in it that adds something? An undefined one may.
bool adds(const Constant& value, SmallPtrSetImpl<const Constant*>& seen) {
  if (isa<GlobalValue>(value) || !seen.insert(&value).second) return false;
  if (is_pair(value.getType())) {
    auto* second = value.getAggregateElement(1U);
    return second == nullptr || !second->isNullValue();
  }
  return any_of(value.operands(), [&](const Use& part) {
    auto* constant = dyn_cast<Constant>(part);
    return constant != nullptr && adds(*constant, seen);
  });
}

bool anything_adds(const Module& module) {
  SmallPtrSet<const Constant*, 32> seen;
  for (const GlobalVariable& variable : module.globals())
    if (variable.hasInitializer() && adds(*variable.getInitializer(), seen)) return true;
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function)) {
      if (isa<InsertValueInst>(instruction) && is_pair(instruction.getType())) return true;  // converted to a base's
      for (const Use& operand : instruction.operands())
        if (auto* constant = dyn_cast<Constant>(operand); constant != nullptr && adds(*constant, seen)) return true;
    }
  return false;
}

// A base that is not at the beginning of its class, or virtual: only members of such a base have something added. What
// is known without debug information is nothing.
bool has_inner_bases(const Module& module) {
  DebugInfoFinder finder;
  finder.processModule(module);
  return finder.compile_unit_count() == 0 || any_of(finder.types(), [](const DIType* type) {
           return type->getTag() == dwarf::DW_TAG_inheritance && (type->getOffsetInBits() != 0 || type->isVirtual());
         });
}

// The first part of the pair is asked whether it is a virtual function, and called if it is none.
bool is_called(const Value& pair) {
  bool asked = false, called = false;
  for (const User* user : pair.users()) {
    auto* part = dyn_cast<ExtractValueInst>(user);
    if (part == nullptr || part->getIndices() != ArrayRef<unsigned>{0}) continue;
    for (const User* use : part->users()) {
      auto* operation = dyn_cast<BinaryOperator>(use);
      auto* mask = operation == nullptr ? nullptr : dyn_cast<ConstantInt>(operation->getOperand(1));
      asked |= mask != nullptr && operation->getOpcode() == Instruction::And && mask->isOne();
      called |= isa<IntToPtrInst>(use);
    }
  }
  return asked && called;
}

}  // namespace

void resolve_member_pointers(Module& module) {
  std::vector<ExtractValueInst*> added;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      if (auto* part = dyn_cast<ExtractValueInst>(&instruction);
          part != nullptr && is_pair(part->getAggregateOperand()->getType()) &&
          part->getIndices() == ArrayRef<unsigned>{1} && is_called(*part->getAggregateOperand()))
        added.push_back(part);
  if (added.empty() || anything_adds(module) || has_inner_bases(module)) return;
  for (ExtractValueInst* part : added) part->replaceAllUsesWith(ConstantInt::get(part->getType(), 0));
}

}  // namespace heddle::analysis
