// See framework.h. By the namespace and by the file: a project may have the framework's sources anywhere, and may put
// tests into its namespace.
#include "program/framework.h"

#include <llvm/IR/DebugInfoMetadata.h>

namespace heddle::program {
namespace {

using llvm::StringRef;

struct Framework {
  llvm::StringLiteral space;                         // outermost namespace
  std::initializer_list<llvm::StringLiteral> files;  // parts of the paths of its files
};
const Framework kFrameworks[] = {
    {"testing", {"/gtest", "/gmock", "/googletest", "/googlemock"}},
    {"Catch", {"/catch2/", "/catch.hpp", "/catch_amalgamated", "/Catch2/"}},
    {"doctest", {"/doctest"}},
    {"boost", {"/boost/test/"}},
};

StringRef outermost_namespace(const llvm::DISubprogram& subprogram) {
  StringRef name;
  const llvm::DIScope* scope = &subprogram;
  while (scope != nullptr) {
    if (const auto* space = llvm::dyn_cast<llvm::DINamespace>(scope)) name = space->getName();
    scope = scope->getScope();
  }
  return name;
}

// Initialises variables of a file; stands in no namespace.
bool is_initialiser(StringRef name) {
  return name.starts_with("__cxx_global_var_init") || name.starts_with("_GLOBAL__sub_I_") ||
         name.starts_with("__cxx_global_array_dtor");
}

}  // namespace

bool is_of_framework(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (subprogram == nullptr || subprogram->getFile() == nullptr) return false;
  const std::string path = "/" + subprogram->getFile()->getFilename().str();
  const StringRef space = outermost_namespace(*subprogram);
  for (const Framework& framework : kFrameworks)
    if (space == framework.space || (space.empty() && is_initialiser(function.getName())))
      for (const StringRef file : framework.files)
        if (path.find(file) != std::string::npos) return true;
  return false;
}

}  // namespace heddle::program
