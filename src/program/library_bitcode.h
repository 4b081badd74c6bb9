// Our versions of compiled library functions (src/library), carried inside the tool as bitcode. Those that the program
// refers to become part of it and are instrumented like its own code.
#pragma once
#include <llvm/IR/Module.h>

#include <string>

namespace heddle::program {

// False with a message (a broken build of the tool, nothing a user can cause).
bool link_library(llvm::Module& program, std::string& error);

}  // namespace heddle::program
