// The units of a program become one module. Whatever is wrong with them comes back as a value; LLVM neither prints nor
// ends the process.
#pragma once
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/compile.h"

namespace heddle {

struct LinkResult {
  std::unique_ptr<llvm::Module> module;  // with debug information; nullptr if and only if there is an error
  std::optional<CompileError> error;
  std::string warnings;
};

// `needs_main`: a program without the function main is an error.
LinkResult link_units(llvm::LLVMContext& context, std::vector<Bitcode> units, bool needs_main = true);

}  // namespace heddle
