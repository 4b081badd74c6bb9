// Bitcode of earlier runs, one file an entry. A missing, damaged or outdated entry is simply not there; a cache that
// cannot be written does no harm.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "frontend/dependencies.h"

namespace heddle {

struct CachedUnit {
  std::string bitcode;
  std::string warnings;
};

class BitcodeCache {
 public:
  explicit BitcodeCache(std::string directory) : directory_(std::move(directory)) {}

  // Only if clang would make the same again.
  std::optional<CachedUnit> load(const std::string& key) const;
  void store(const std::string& key, const CachedUnit& unit, const Dependencies& dependencies) const;

 private:
  std::string path_of(const std::string& key) const { return directory_ + "/" + key + ".unit"; }
  void make_room() const;

  std::string directory_;  // empty: every load misses
};

// Of all that decides clang's answer but the files: the compiler itself, its command line, the working directory (it
// stands in the debug information) and the environment.
std::string cache_key(const std::vector<std::string>& command_line);

}  // namespace heddle
