// Which functions belong to a test framework: GoogleTest and GoogleMock, Catch2, doctest. They run once and are the
// same in every program that uses the framework, so they are compiled apart and kept (bundles.h). Nothing but time
// depends on the answer.
#pragma once
#include <llvm/IR/Function.h>

namespace heddle::program {

bool is_of_framework(const llvm::Function& function);

}  // namespace heddle::program
