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
  std::string text = variables_[variable].name;
  const TypeLayout* here = &types_[variables_[variable].type];
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
    if (!found->name.empty()) text += "." + found->name;
    offset -= found->offset;
    here = &types_[found->type];
  }
}

}  // namespace heddle
