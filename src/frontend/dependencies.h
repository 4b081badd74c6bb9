// Everything outside the command line that clang's answer depended on, in a form that can be checked again without
// running clang: the files it has read, and the places where it has looked for headers in vain.
//
//   record      after a compilation: from clang's list of files (-MD) and from the #include lines in them
//   unchanged   before the next one: would clang read the same?
#pragma once
#include <sys/types.h>
#include <time.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

struct FileState {
  std::string path;
  std::uint64_t size = 0;
  // Headers of the system: times of the last change, in nanoseconds. Other files: the XXH3 hash of their contents.
  bool by_time = false;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

struct Dependencies {
  std::vector<FileState> files;
  // Each of these names may have been looked for in each of these directories ...
  std::vector<std::string> names;
  std::vector<std::string> directories;
  // ... and of all those places, only these were files.
  std::vector<std::string> present;
};

// For entries of the cache (cache_directory.h).
template <class Archive>
void fields(Archive& archive, FileState& file) {
  archive(file.path, file.size, file.by_time, file.first, file.second);
}

template <class Archive>
void fields(Archive& archive, Dependencies& d) {
  archive(d.files, d.names, d.directories, d.present);
}

// `rule` is the makefile rule that clang wrote; `search` are the directories of the user's flags and environment,
// `preloaded` the headers of -include. nullopt where a cached result could become stale unnoticed: a file changed since
// `started`, __DATE__ and its kin, #embed, __has_include of something computed.
std::optional<Dependencies> record_dependencies(std::string_view rule, const std::vector<std::string>& search,
                                                const std::vector<std::string>& preloaded, timespec started);

bool unchanged(const Dependencies&);

// The prerequisites of a makefile rule, unescaped.
std::vector<std::string> prerequisites(std::string_view rule);

// What a file's text says about header lookup.
struct IncludeScan {
  std::vector<std::string> names;    // of #include, #include_next, __has_include; in dead code too
  bool computed = false;             // #include MACRO
  std::optional<std::string> doubt;  // why a result must not be cached
};
IncludeScan scan_includes(std::string_view text);

}  // namespace heddle
