// Our versions of compiled library functions (src/library), carried inside the tool as bitcode. Those that the program
// refers to become part of it and are instrumented like its own code.
#pragma once
#include <llvm/IR/Module.h>

namespace heddle {

void link_library(llvm::Module& program);

// Attributes of functions of src/library: of all of them, and of those that no hook sees, but for their calls.
inline constexpr llvm::StringLiteral kOurs = "heddle-ours";
inline constexpr llvm::StringLiteral kUnseen = "heddle-unseen";

// The program has definitions of operator new or delete of its own.
bool replaces_operators(const llvm::Module& program);

}  // namespace heddle
