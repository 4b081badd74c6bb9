// std::lock(a, b, ...), by its mangled name: what each of its arguments is.
#pragma once
#include <string>

#include "llvm/IR/Function.h"

namespace heddle {

// A letter for each argument: m a mutex, w a shared mutex, M and W a std::unique_lock of one. Empty: not a std::lock,
// or one of the arguments may do anything in its lock().
std::string std_lock_kinds(const llvm::Function& function);

}  // namespace heddle
