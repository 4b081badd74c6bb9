// Names of bytes inside variables. `path` walks down the layout of the variable's type, one step per member or array
// index, and stops
//   * where the byte lies in padding or in a part without inner structure;
//   * before names that are reserved for the implementation (`_M_start`, `__data`): `queue.items` says more to the
//     reader than `queue.items._M_impl._M_start`.
// In a union the first member that contains the byte is taken.
#include "model/variable.h"

#include <utility>

namespace heddle {
namespace {

bool is_reserved(const std::string& name) { return name.starts_with("_M_") || name.starts_with("__"); }

}  // namespace

TypeIndex VariableTable::add_type(TypeLayout t) {
  types_.push_back(std::move(t));
  return static_cast<TypeIndex>(types_.size() - 1);
}

std::uint32_t VariableTable::add(Variable v) {
  variables_.push_back(std::move(v));
  return static_cast<std::uint32_t>(variables_.size() - 1);
}

std::string VariableTable::path(std::uint32_t variable, std::uint64_t offset) const {
  if (variable >= variables_.size()) return {};
  return descend(variables_[variable].name, variables_[variable].type, offset, ".");
}

// `joint` comes before the first member's name.
std::string VariableTable::descend(std::string text, TypeIndex type, std::uint64_t offset, const char* joint) const {
  const TypeLayout* here = &types_[type];
  for (;;) {
    if (here->count > 0) {
      const TypeLayout& element = types_[here->element];
      if (element.size == 0 || offset / element.size >= here->count) return text;
      text += "[" + std::to_string(offset / element.size) + "]";
      offset %= element.size;
      here = &element;
      continue;
    }
    const TypeField* found = nullptr;
    for (const TypeField& field : here->fields) {
      if (offset < field.offset || offset - field.offset >= types_[field.type].size) continue;
      found = &field;
      break;
    }
    if (found == nullptr || is_reserved(found->name)) return text;
    if (!found->name.empty()) text += std::exchange(joint, ".") + found->name;
    offset -= found->offset;
    here = &types_[found->type];
  }
}

std::uint32_t VariableTable::add_allocated(AllocatedType t) {
  allocated_.push_back(std::move(t));
  return static_cast<std::uint32_t>(allocated_.size() - 1);
}

std::string VariableTable::part_of_block(std::uint32_t index, std::uint64_t block, std::uint64_t offset,
                                         const std::string& object) const {
  if (index == 0 || index >= allocated_.size()) return {};
  const AllocatedType& what = allocated_[index];
  const TypeLayout& type = types_[what.type];
  const std::uint64_t one = what.node > 0 ? what.node : type.size;
  if (what.node == 0) {  // what stands before an array is the number of its elements
    if (offset < what.before || block < what.before) return {};
    offset -= what.before;
    block -= what.before;
  }
  if (one == 0 || block < one) return {};
  const bool grows = !type.fields.empty() && types_[type.fields.back().type].count == ~std::uint64_t{0};
  const bool is_array = block / one > 1 && block % one == 0 && !grows;
  const std::uint64_t before = what.node > 0 ? what.before : 0;
  // "write int" would be no name of an object.
  const bool is_class = !type.fields.empty() || type.count > 0;
  const std::string root =
      (is_class ? "" : "heap ") + what.name + object + (is_array ? "[" + std::to_string(offset / one) + "]" : "");
  if (is_array) offset %= one;
  if (offset >= before && offset - before < type.size) return descend(root, what.type, offset - before, "::");
  return what.around.empty() ? root : what.around;
}

}  // namespace heddle
