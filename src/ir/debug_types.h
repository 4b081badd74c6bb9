// Types from debug info -> TypeLayout, the little that naming a byte needs.
#pragma once
#include <map>

#include "llvm/IR/DebugInfoMetadata.h"
#include "model/variable.h"

namespace heddle {

class DebugTypes {
 public:
  explicit DebugTypes(VariableTable& table) : table_(table) {}
  TypeIndex layout(const llvm::DIType* type);
  std::uint64_t size(const llvm::DIType* type);  // bytes; 0 where unknown

 private:
  TypeIndex leaf(std::uint64_t size);
  TypeIndex record(const llvm::DICompositeType* type);
  TypeIndex array(const llvm::DICompositeType* type);
  void add_member(TypeLayout& into, const llvm::DIDerivedType* member);

  VariableTable& table_;
  std::map<const llvm::DIType*, TypeIndex> known_;
  std::map<std::uint64_t, TypeIndex> leaves_;  // by size
};

// Without typedefs, const, volatile, _Atomic.
const llvm::DIType* stripped(const llvm::DIType* type);

}  // namespace heddle
