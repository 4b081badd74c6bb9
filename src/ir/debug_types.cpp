// Layouts of structs, classes, unions and arrays. Base classes and anonymous members become fields without a name;
// bit fields become the bytes they touch; static members, virtual bases and vtable pointers are left out. The array
// inside std::array counts as the object itself, so that its elements read `grid[3]`.
//
// Recursion ends because a type contains another by value only; pointers are leaves.
#include "ir/debug_types.h"

#include "llvm/BinaryFormat/Dwarf.h"

namespace heddle {

using namespace llvm;

const DIType* stripped(const DIType* type) {
  while (auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_restrict_type:
      case dwarf::DW_TAG_atomic_type:
      case dwarf::DW_TAG_template_alias:
        type = derived->getBaseType();
        continue;
      default:
        return type;
    }
  }
  return type;
}

std::uint64_t DebugTypes::size(const DIType* type) {
  type = stripped(type);
  return type == nullptr ? 0 : (type->getSizeInBits() + 7) / 8;
}

TypeIndex DebugTypes::leaf(std::uint64_t size) {
  auto [entry, fresh] = leaves_.try_emplace(size);
  if (fresh) entry->second = table_.add_type(TypeLayout{size, {}, 0, 0});
  return entry->second;
}

TypeIndex DebugTypes::layout(const DIType* type) {
  type = stripped(type);
  if (type == nullptr) return 0;
  auto* composite = dyn_cast<DICompositeType>(type);
  if (composite == nullptr) return leaf(size(type));
  auto [entry, fresh] = known_.try_emplace(type);
  if (!fresh) return entry->second;
  TypeIndex index = 0;
  switch (composite->getTag()) {
    case dwarf::DW_TAG_array_type:
      index = array(composite);
      break;
    case dwarf::DW_TAG_structure_type:
    case dwarf::DW_TAG_class_type:
    case dwarf::DW_TAG_union_type:
      index = record(composite);
      break;
    default:
      index = leaf(size(type));
      break;
  }
  return known_[type] = index;
}

TypeIndex DebugTypes::record(const DICompositeType* type) {
  TypeLayout result;
  result.size = size(type);
  for (const Metadata* element : type->getElements()) {
    auto* member = dyn_cast<DIDerivedType>(element);
    if (member != nullptr) add_member(result, member);
  }
  return table_.add_type(std::move(result));
}

void DebugTypes::add_member(TypeLayout& into, const DIDerivedType* member) {
  if (member->isStaticMember() || member->getName().starts_with("_vptr")) return;
  TypeField field;
  field.offset = member->getOffsetInBits() / 8;
  if (member->getTag() == dwarf::DW_TAG_inheritance) {
    if (member->isVirtual()) return;  // its offset is known at run time only
    field.type = layout(member->getBaseType());
    if (table_.type(field.type).fields.empty()) return;  // an empty base lies over the first member
  } else if (member->getTag() == dwarf::DW_TAG_member) {
    field.name = member->getName() == "_M_elems" ? "" : member->getName().str();
    if (member->isBitField()) {
      std::uint64_t end = (member->getOffsetInBits() + member->getSizeInBits() + 7) / 8;
      field.type = leaf(end - field.offset);
    } else {
      field.type = layout(member->getBaseType());
      // Classes without a constructor of their own in this program are only declared: no layout but a size.
      if (table_.type(field.type).size == 0) field.type = leaf(member->getSizeInBits() / 8);
    }
  } else {
    return;
  }
  into.fields.push_back(std::move(field));
}

// One layout per dimension, the last dimension innermost. A dimension of unknown length (flexible array member,
// variable-length array) counts as endless; its size stays 0 unless the whole array's is known.
TypeIndex DebugTypes::array(const DICompositeType* type) {
  TypeIndex element = layout(type->getBaseType());
  auto dimensions = type->getElements();
  for (unsigned i = dimensions.size(); i-- > 0;) {
    auto* range = dyn_cast<DISubrange>(dimensions[i]);
    std::uint64_t count = ~std::uint64_t{0};
    if (range != nullptr)
      if (auto* constant = dyn_cast_if_present<ConstantInt*>(range->getCount())) count = constant->getZExtValue();
    TypeLayout result;
    result.element = element;
    result.count = count;
    bool known = count != ~std::uint64_t{0};
    result.size = known ? count * table_.type(element).size : size(type);
    element = table_.add_type(std::move(result));
  }
  return element;
}

}  // namespace heddle
