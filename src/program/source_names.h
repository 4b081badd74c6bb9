// What DWARF calls a function and a file -> what the sites of the same program call them. Collected from the module's
// debug information, so that a call stack and an access in one report never name one function in two ways.
#pragma once
#include <llvm/IR/Module.h>

#include <string>
#include <unordered_map>

namespace heddle::program {

class SourceNames {
 public:
  explicit SourceNames(const llvm::Module& module);

  // By linkage name (C: by name).
  std::string function(const std::string& linkage_name) const;
  // By absolute path.
  std::string file(const std::string& path) const;

 private:
  std::unordered_map<std::string, std::string> functions_;
  std::unordered_map<std::string, std::string> files_;
};

}  // namespace heddle::program
