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

// The objects in a heap block, as far as the allocating call tells: one, or several of the same type in a row.
struct AllocatedType {
  std::string name;  // "Account"
  TypeIndex type = 0;
  std::uint64_t before = 0;  // bytes before it: of a library's node; without a node, of the count that new[] keeps
  std::uint64_t node = 0;    // the size of that node; 0: the object is not in one
  std::string around;        // what the node is: "a node of a std::map"
};

class VariableTable {
 public:
  VariableTable() : types_(1), allocated_(1) {}
  TypeIndex add_type(TypeLayout t);
  TypeLayout& type(TypeIndex i) { return types_[i]; }
  std::size_t types() const { return types_.size(); }
  std::uint32_t add(Variable v);  // index of the new variable
  const Variable& operator[](std::uint32_t i) const { return variables_[i]; }
  void rename(std::uint32_t i, std::string name) { variables_[i].name = std::move(name); }
  std::size_t size() const { return variables_.size(); }

  // `name.field[3]` for a byte of a variable; the deepest named part that contains the byte.
  std::string path(std::uint32_t variable, std::uint64_t offset) const;

  std::uint32_t add_allocated(AllocatedType t);  // index of the new one, never 0: that is "unknown"
  const AllocatedType& allocated(std::uint32_t i) const { return allocated_[i]; }
  std::size_t allocated_types() const { return allocated_.size(); }
  // "Account::m", "Account[3]::log[0]" for a byte of a block of that size; `object` stands after the type's name, as in
  // "Account#2::m". Empty: the block is too small to be one.
  std::string part_of_block(std::uint32_t allocated, std::uint64_t block, std::uint64_t offset,
                            const std::string& object) const;

 private:
  std::string descend(std::string text, TypeIndex type, std::uint64_t offset, const char* joint) const;

  std::vector<TypeLayout> types_;
  std::vector<Variable> variables_;
  std::vector<AllocatedType> allocated_;
};

}  // namespace heddle
