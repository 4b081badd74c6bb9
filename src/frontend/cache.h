// Bitcode of earlier runs, one entry of the cache (cache_directory.h) a source file.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "frontend/cache_directory.h"
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
  void store(const std::string& key, CachedUnit unit, Dependencies dependencies) const;

 private:
  CacheDirectory directory_;
};

// Of all that decides clang's answer but the files: the compiler itself, its command line, the working directory (it
// stands in the debug information) and the environment.
std::string cache_key(const std::vector<std::string>& command_line);

}  // namespace heddle
