// Debug information as far as call stacks in reports need it: lines and function names, nothing else. What is left does
// not say any more in which program, or in which of its units, a function was found; it has its own file and line.
#pragma once
#include "llvm/IR/Module.h"

namespace heddle {

void make_debug_info_lean(llvm::Module& module);

}  // namespace heddle
