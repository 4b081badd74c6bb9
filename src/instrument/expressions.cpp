// Source-like expressions for addresses. `object_at` names the object at an address: a variable with the path to the
// part, or what a pointer variable points to; `value` names come from debug records on SSA values.
#include "instrument/expressions.h"

#include "ir/debug_types.h"
#include "llvm/ADT/TinyPtrVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr unsigned kMaxDepth = 4;  // of pointers followed: longer names do not help a reader

bool is_record(const DIType* type) {
  type = stripped(type);
  if (!isa_and_nonnull<DICompositeType>(type)) return false;
  auto tag = type->getTag();
  return tag == dwarf::DW_TAG_structure_type || tag == dwarf::DW_TAG_class_type || tag == dwarf::DW_TAG_union_type;
}

const DICompositeType* as_array(const DIType* type) {
  auto* composite = dyn_cast_or_null<DICompositeType>(stripped(type));
  return composite != nullptr && composite->getTag() == dwarf::DW_TAG_array_type ? composite : nullptr;
}

// What a pointer or reference type points to.
const DIType* pointee(const DIType* type, bool& reference) {
  auto* derived = dyn_cast_or_null<DIDerivedType>(stripped(type));
  if (derived == nullptr) return nullptr;
  auto tag = derived->getTag();
  reference = tag == dwarf::DW_TAG_reference_type || tag == dwarf::DW_TAG_rvalue_reference_type;
  return reference || tag == dwarf::DW_TAG_pointer_type ? derived->getBaseType() : nullptr;
}

std::uint64_t bytes(const DIType* type) {
  type = stripped(type);
  return type == nullptr ? 0 : type->getSizeInBits() / 8;
}

const DIDerivedType* member_at(const DIType* record, std::uint64_t offset) {
  for (const Metadata* element : cast<DICompositeType>(stripped(record))->getElements()) {
    auto* member = dyn_cast<DIDerivedType>(element);
    if (member == nullptr || member->isStaticMember() || member->isVirtual()) continue;
    auto tag = member->getTag();
    if (tag != dwarf::DW_TAG_member && tag != dwarf::DW_TAG_inheritance) continue;
    if (tag == dwarf::DW_TAG_inheritance && bytes(member->getBaseType()) <= 1) continue;
    std::uint64_t begin = member->getOffsetInBits() / 8;
    std::uint64_t size = member->getSizeInBits() != 0 ? member->getSizeInBits() / 8 : bytes(member->getBaseType());
    if (offset >= begin && offset - begin < std::max<std::uint64_t>(size, 1)) return member;
  }
  return nullptr;
}

// Down to the part at this offset. `joint` is what comes before the first member name: "." or "->". With `whole` an
// array that begins there is the part, not its first element.
void descend(std::string& text, const DIType*& type, std::uint64_t offset, const char* joint, bool whole = false) {
  while (true) {
    if (is_record(type)) {
      const DIDerivedType* member = member_at(type, offset);
      StringRef name = member == nullptr ? "" : member->getName();
      if (member == nullptr || name.starts_with("_M_") || name.starts_with("__") || name.starts_with("_vptr")) return;
      if (!name.empty()) {
        text += joint + name.str();
        joint = ".";
      }
      offset -= member->getOffsetInBits() / 8;
      type = member->getBaseType();
    } else if (const DICompositeType* array = as_array(type)) {
      const DIType* element = array->getBaseType();
      if (bytes(element) == 0 || array->getElements().size() != 1 || (whole && offset == 0)) return;
      text += "[" + std::to_string(offset / bytes(element)) + "]";
      joint = ".";
      offset %= bytes(element);
      type = element;
    } else {
      return;
    }
  }
}

const DILocalVariable* value_variable(const Value* value) {
  SmallVector<DbgValueInst*, 4> old_form;
  SmallVector<DbgVariableRecord*, 4> records;
  findDbgValues(old_form, const_cast<Value*>(value), &records);
  for (DbgVariableRecord* record : records)
    if (!record->isKillLocation() && !record->hasArgList() && record->getExpression()->getNumElements() == 0)
      return record->getVariable();
  for (DbgValueInst* record : old_form)
    if (!record->hasArgList() && record->getExpression()->getNumElements() == 0) return record->getVariable();
  return nullptr;
}

std::string index_name(const Value* index) {
  while (auto* cast = dyn_cast<CastInst>(index)) index = cast->getOperand(0);
  if (auto* constant = dyn_cast<ConstantInt>(index)) return std::to_string(constant->getSExtValue());
  const DILocalVariable* variable = isa<Constant>(index) ? nullptr : value_variable(index);
  return variable == nullptr ? "..." : variable->getName().str();
}

}  // namespace

const DILocalVariable* slot_variable(const Value* slot) {
  Value* value = const_cast<Value*>(slot);
  for (DbgVariableRecord* record : findDVRDeclares(value))
    if (record->getExpression()->getNumElements() == 0) return record->getVariable();
  for (DbgDeclareInst* record : findDbgDeclares(value))
    if (record->getExpression()->getNumElements() == 0) return record->getVariable();
  return nullptr;
}

const DIType* Expressions::type_of(const Value* value) {
  const DILocalVariable* variable = value_variable(value);
  return variable == nullptr ? nullptr : variable->getType();
}

Expressions::Named Expressions::root(const Value* object) {
  if (auto* global = dyn_cast<GlobalVariable>(object)) {
    SmallVector<DIGlobalVariableExpression*, 1> info;
    global->getDebugInfo(info);
    if (!info.empty()) return {names_.variable_name(info[0]->getVariable()), info[0]->getVariable()->getType()};
    auto given = given_.find(global);
    return {given != given_.end() ? given->second : readable_symbol(global->getName()), nullptr};
  }
  if (isa<AllocaInst>(object) || isa<Argument>(object))
    if (const DILocalVariable* variable = slot_variable(object))
      return {variable->getName().str(), variable->getType()};
  return {};
}

// The object behind the value of a pointer: through its variable's name, or through the name of what it was loaded
// from.
Expressions::Named Expressions::target_of(const Value* pointer, std::int64_t offset, unsigned depth, bool whole) {
  Named holder;
  if (const DILocalVariable* variable = isa<Constant>(pointer) ? nullptr : value_variable(pointer))
    holder = {variable->getName().str(), variable->getType()};
  else if (auto* load = dyn_cast<LoadInst>(pointer))
    holder = object_at(load->getPointerOperand(), depth + 1, false);
  bool reference = false;
  const DIType* type = pointee(holder.type, reference);
  if (holder.text.empty() || type == nullptr || offset < 0) return {};
  std::string text = holder.text;
  auto at = static_cast<std::uint64_t>(offset);
  if (is_record(type)) {
    std::size_t before = text.size();
    descend(text, type, at, reference ? "." : "->", whole);
    if (text.size() == before && !reference) text = "*" + text;
  } else if (as_array(type) != nullptr) {
    descend(text, type, at, ".", whole);
  } else if (!reference) {
    std::uint64_t size = bytes(type);
    text = at == 0 || size == 0 ? "*" + text : text + "[" + std::to_string(at / size) + "]";
  }
  return {text, type};
}

Expressions::Named Expressions::indexed(const GEPOperator& gep, std::int64_t offset, unsigned depth, bool whole) {
  const Value* index = gep.getOperand(gep.getNumOperands() - 1);
  const Value* base = gep.getPointerOperand();
  Named array;
  const DIType* element = nullptr;
  if (gep.getNumIndices() == 1) {  // pointer arithmetic: the pointer's name, then the index
    if (const DILocalVariable* variable = isa<Constant>(base) ? nullptr : value_variable(base))
      array = {variable->getName().str(), variable->getType()};
    else if (auto* load = dyn_cast<LoadInst>(base))
      array = object_at(load->getPointerOperand(), depth + 1, false);
    bool reference = false;
    element = pointee(array.type, reference);
  } else {
    array = object_at(base, depth + 1, true);
    const DICompositeType* type = as_array(array.type);
    if (type != nullptr && type->getElements().size() == 1) element = type->getBaseType();
  }
  if (array.text.empty()) return {};
  std::string text = array.text + "[" + index_name(index) + "]";
  if (element != nullptr && offset >= 0) descend(text, element, static_cast<std::uint64_t>(offset), ".", whole);
  return {text, element};
}

Expressions::Named Expressions::object_at(const Value* pointer, unsigned depth, bool whole) {
  if (depth > kMaxDepth) return {};
  const DataLayout* layout = nullptr;
  if (auto* instruction = dyn_cast<Instruction>(pointer))
    layout = &instruction->getModule()->getDataLayout();
  else if (auto* argument = dyn_cast<Argument>(pointer))
    layout = &argument->getParent()->getParent()->getDataLayout();
  std::int64_t offset = 0;
  const Value* base = pointer->stripPointerCasts();
  while (auto* gep = dyn_cast<GEPOperator>(base)) {
    if (auto* owner = dyn_cast<GlobalVariable>(gep->getPointerOperand())) layout = &owner->getParent()->getDataLayout();
    if (layout == nullptr) return {};
    APInt step(layout->getIndexTypeSizeInBits(gep->getType()), 0);
    if (!gep->accumulateConstantOffset(*layout, step)) return indexed(*gep, offset, depth, whole);
    offset += step.getSExtValue();
    base = gep->getPointerOperand()->stripPointerCasts();
  }
  if (auto* call = dyn_cast<IntrinsicInst>(base))
    if (call->getIntrinsicID() == Intrinsic::threadlocal_address) base = call->getArgOperand(0);
  Named named = root(base);
  if (named.text.empty()) return target_of(base, offset, depth, whole);
  if (offset >= 0 && named.type != nullptr)
    descend(named.text, named.type, static_cast<std::uint64_t>(offset), ".", whole);
  return named;
}

}  // namespace heddle
