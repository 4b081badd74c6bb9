// Debug info -> the words a person uses: qualified names without parameters, file names as given to the compiler.
//
//   function_name   "worker", "ns::Queue::push", "main::lambda", "(anonymous namespace)::helper"
//   variable_name   "ns::table", "worker()::calls" for a function-local static
//   file            what the user typed for a source file; for a header what clang prints
//   frames          a location and the calls that clang inlined around it, innermost first
#pragma once
#include <map>
#include <string>
#include <vector>

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "model/site.h"

namespace heddle {

class DebugNames {
 public:
  explicit DebugNames(const llvm::Module& module);

  const std::string& function_name(const llvm::DISubprogram* subprogram);
  std::string function_name(const llvm::Function& function);
  std::string variable_name(const llvm::DIVariable* variable);
  std::string type_name(const llvm::DIType* type);  // empty: it has none that a person would write
  const std::string& file(const llvm::DIFile* file);

  std::vector<SourcePosition> frames(const llvm::DILocation* location, const llvm::Function& function);
  SourcePosition position(const llvm::Function& function);  // where it is declared

 private:
  std::string scope_prefix(const llvm::DIScope* scope);
  std::string name_in(const llvm::DIScope* scope, std::string name);
  SourcePosition at(const llvm::DIFile* file, unsigned line, unsigned column, std::string function);

  std::string working_directory_;
  std::map<std::string, std::string> sources_;  // absolute path -> as given on the command line
  std::map<const llvm::DISubprogram*, std::string> functions_;
  std::map<const llvm::DIFile*, std::string> files_;
};

// A linker-level name without parameters, as far as it can be demangled.
std::string readable_symbol(llvm::StringRef symbol);
bool is_system_file(const std::string& file);

}  // namespace heddle
