// The accessed thing in source words, as far as IR and debug info tell: "counter", "node->next", "table[i].count".
#pragma once
#include <map>
#include <string>

#include "ir/debug_names.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace heddle {

class Expressions {
 public:
  explicit Expressions(DebugNames& names) : names_(names) {}
  // Empty where nothing is known.
  std::string describe(const llvm::Value* pointer) { return object_at(pointer, 0, false).text; }
  // The type of the variable that has this value, and of the object at an address; nullptr where it is not known.
  const llvm::DIType* type_of(const llvm::Value* value);
  const llvm::DIType* type_at(const llvm::Value* pointer) { return object_at(pointer, 0, true).type; }
  // The name of a global that debug info does not know (guards of function-local statics).
  void name(const llvm::GlobalVariable* global, std::string text) { given_[global] = std::move(text); }

 private:
  struct Named {
    std::string text;
    const llvm::DIType* type = nullptr;
  };
  // whole: name an array that begins there, not its first element
  Named object_at(const llvm::Value* pointer, unsigned depth, bool whole);
  Named indexed(const llvm::GEPOperator& gep, std::int64_t offset, unsigned depth, bool whole);
  Named target_of(const llvm::Value* pointer, std::int64_t offset, unsigned depth, bool whole);
  Named root(const llvm::Value* object);

  DebugNames& names_;
  std::map<const llvm::GlobalVariable*, std::string> given_;
};

// The source variable that lives in this stack slot, if any.
const llvm::DILocalVariable* slot_variable(const llvm::Value* slot);

}  // namespace heddle
