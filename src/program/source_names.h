// What DWARF calls a function and a file -> what the sites of the same program call them. Collected from the module's
// debug information, so that a call stack and an access in one report never name one function in two ways.
#pragma once
#include <llvm/IR/Module.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::program {

class SourceNames {
 public:
  SourceNames() = default;
  explicit SourceNames(const llvm::Module& module);

  // By linkage name (C: by name).
  std::string function(const std::string& linkage_name) const;
  // By absolute path.
  std::string file(const std::string& path) const;

  template <class Archive>  // for the cache (frontend/cache_directory.h)
  friend void fields(Archive& archive, SourceNames& names) {
    for (auto* map : {&names.functions_, &names.files_}) {
      std::vector<std::string> texts;
      for (const auto& [theirs, ours] : *map) texts.insert(texts.end(), {theirs, ours});
      archive(texts);
      for (std::size_t i = 0; i + 1 < texts.size(); i += 2) map->try_emplace(texts[i], texts[i + 1]);
    }
  }

 private:
  std::unordered_map<std::string, std::string> functions_;
  std::unordered_map<std::string, std::string> files_;
};

}  // namespace heddle::program
