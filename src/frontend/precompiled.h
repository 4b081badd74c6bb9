// The header of a test framework, parsed once for all files of a project that begin with it.
//
//   framework_header        does this source begin with one?
//   PrecompiledHeaders      the precompiled one, from the cache or made now
//
// Which files are compiled with one depends on their text and flags alone, not on what the cache holds, so that their
// bitcode does not either (decision 31).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/cache_directory.h"
#include "frontend/dependencies.h"

namespace heddle {

struct LeadingHeader {
  std::string name;
  bool quoted = false;
};

// The header that the first line of a source includes, comments apart, if it is one of a known test framework.
std::optional<LeadingHeader> framework_header(std::string_view source);

class PrecompiledHeaders {
 public:
  explicit PrecompiledHeaders(std::string directory) : directory_(std::move(directory)) {}

  // Of `#include <header>` under clang's command line for a source file, without that file: `words` end with -x and the
  // language. `record` finds the dependencies of a makefile rule. Empty: the header has to be read by each file.
  std::string get(const std::vector<std::string>& words, const std::string& header,
                  const std::function<std::optional<Dependencies>(std::string_view rule)>& record) const;

 private:
  CacheDirectory directory_;
};

}  // namespace heddle
