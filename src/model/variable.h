// Names for addresses: source variables with their types, so that a report can say `bank.accounts[3].balance`.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "model/ids.h"

namespace heddle {

// Layout of a type as far as naming needs it. Index into TypeTable; 0 is "opaque" (no inner structure).
using TypeIndex = std::uint32_t;

struct TypeField {
  std::string name;  // empty for a base class or anonymous member: its fields show as if they were ours
  std::uint64_t offset = 0;
  TypeIndex type = 0;
};

struct TypeLayout {
  std::uint64_t size = 0;
  std::vector<TypeField> fields;  // struct, class, union
  TypeIndex element = 0;          // array: element type and count (count 0: not an array)
  std::uint64_t count = 0;
};

struct Variable {
  std::string name;  // qualified, demangled: "ns::table", "worker()::calls" for a function-local static
  std::uint64_t size = 0;
  TypeIndex type = 0;
  std::string file;
  unsigned line = 0;
};

class VariableTable {
 public:
  VariableTable() : types_(1) {}
  TypeIndex add_type(TypeLayout t);
  TypeLayout& type(TypeIndex i) { return types_[i]; }
  std::size_t types() const { return types_.size(); }
  std::uint32_t add(Variable v);  // index of the new variable
  const Variable& operator[](std::uint32_t i) const { return variables_[i]; }
  std::size_t size() const { return variables_.size(); }

  // `name.field[3]` for a byte of a variable; the deepest named part that contains the byte.
  std::string path(std::uint32_t variable, std::uint64_t offset) const;

 private:
  std::vector<TypeLayout> types_;
  std::vector<Variable> variables_;
};

}  // namespace heddle
