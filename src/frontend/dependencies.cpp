// A list of the headers that were read is not enough to know that they would be read again: a new file earlier on the
// search path hides one of them, or makes a __has_include true. So every name that the sources mention is also
// remembered with whether it exists, for each directory that belongs to the user (search path of the flags, directories
// of the user's own files, /usr/local/include). The system's directories are taken to change by packages only, and a
// package that replaces a header changes its times.
//
//   record_dependencies   prerequisites -> state_of each file -> names and directories -> present
//   unchanged             the same questions again
#include "frontend/dependencies.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

#include "support/files.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

bool is_system_file(const std::string& path) {
  const std::string normal = fs::path(path).lexically_normal().string();
  return normal.starts_with("/usr/include/") || normal.starts_with("/usr/lib/");
}

std::uint64_t nanoseconds(const timespec& t) {
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(t.tv_nsec);
}

bool is_file(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// As it is now; `text` gets the contents if the state depends on them.
std::optional<FileState> state_of(const std::string& path, bool by_time, std::string* text) {
  FileState state{.path = path, .by_time = by_time};
  if (by_time) {
    struct stat status;
    if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    state.size = static_cast<std::uint64_t>(status.st_size);
    state.first = nanoseconds(status.st_mtim);
    state.second = nanoseconds(status.st_ctim);
    return state;
  }
  std::optional<std::string> bytes = is_file(path) ? read_file(path) : std::nullopt;
  if (!bytes) return std::nullopt;
  state.size = bytes->size();
  std::tie(state.first, state.second) = content_hash(*bytes);
  if (text != nullptr) *text = std::move(*bytes);
  return state;
}

// The kernel's clock for file times ticks coarsely: a change in the same tick as the start counts as later.
bool changed_since(const std::string& path, timespec started) {
  struct stat status;
  return stat(path.c_str(), &status) != 0 || nanoseconds(status.st_ctim) >= nanoseconds(started);
}

// For #include MACRO: the macro's value ended in one of the files read, so it was an end of that file's path.
void add_all_ends(const std::string& path, std::set<std::string>& names) {
  for (std::size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0; slash = path.rfind('/', slash - 1))
    names.insert(path.substr(slash + 1));
  names.insert(path);
}

std::string join(const std::string& directory, const std::string& name) {
  if (directory.empty() || name.starts_with('/')) return name;
  return directory + "/" + name;
}

struct Collected {
  std::set<std::string> names, directories;
  bool computed = false;
};

// False: must not be cached.
bool collect_file(const std::string& path, timespec started, Dependencies& result, Collected& collected) {
  const bool system = is_system_file(path);
  std::string text;
  auto state = state_of(path, system, &text);
  if (!state) return false;
  if (system) {
    std::optional<std::string> bytes = read_file(path);
    if (!bytes) return false;
    text = std::move(*bytes);
  } else {
    collected.directories.insert(path.find('/') == std::string::npos ? "" : path.substr(0, path.rfind('/')));
  }
  if (changed_since(path, started)) return false;
  IncludeScan scan = scan_includes(text);
  if (scan.doubt) return false;
  collected.computed |= scan.computed;
  collected.names.insert(scan.names.begin(), scan.names.end());
  result.files.push_back(std::move(*state));
  return true;
}

template <class F>
bool for_each_place(const Dependencies& d, F visit) {
  for (const std::string& directory : d.directories)
    for (const std::string& name : d.names)
      if (!visit(join(directory, name))) return false;
  return true;
}

}  // namespace

std::optional<Dependencies> record_dependencies(std::string_view rule, const std::vector<std::string>& search,
                                                const std::vector<std::string>& preloaded, timespec started) {
  Dependencies result;
  Collected collected;
  const std::vector<std::string> files = prerequisites(rule);
  if (files.empty()) return std::nullopt;
  for (const std::string& file : files)
    if (!collect_file(file, started, result, collected)) return std::nullopt;
  if (collected.computed)
    for (const std::string& file : files) add_all_ends(file, collected.names);
  collected.directories.insert(search.begin(), search.end());
  collected.directories.insert("/usr/local/include");
  if (!preloaded.empty()) collected.directories.insert("");
  for (const std::string& header : preloaded) {
    collected.names.insert(header);
    // clang takes a precompiled header of that name instead, which names no files.
    for (const char* suffix : {".pch", ".gch"}) {
      if (fs::exists(header + suffix)) return std::nullopt;
      collected.names.insert(header + suffix);
    }
  }
  result.names.assign(collected.names.begin(), collected.names.end());
  result.directories.assign(collected.directories.begin(), collected.directories.end());
  const bool steady = for_each_place(result, [&](const std::string& place) {
    if (!is_file(place)) return true;
    result.present.push_back(place);
    return !changed_since(place, started);  // it may have come after clang looked for it
  });
  if (!steady) return std::nullopt;
  std::sort(result.present.begin(), result.present.end());
  return result;
}

bool unchanged(const Dependencies& recorded) {
  for (const FileState& before : recorded.files) {
    const auto now = state_of(before.path, before.by_time, nullptr);
    if (!now || now->size != before.size || now->first != before.first || now->second != before.second) return false;
  }
  return for_each_place(recorded, [&](const std::string& place) {
    return is_file(place) == std::binary_search(recorded.present.begin(), recorded.present.end(), place);
  });
}

std::vector<std::string> prerequisites(std::string_view rule) {
  std::vector<std::string> result;
  const std::size_t colon = rule.find(": ");
  if (colon == std::string_view::npos) return result;
  rule.remove_prefix(colon + 2);
  std::string current;
  auto finish = [&] {
    if (!current.empty()) result.push_back(std::move(current));
    current.clear();
  };
  for (std::size_t i = 0; i < rule.size(); ++i) {
    const char c = rule[i];
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
    if (c == '\\' && next == '\n') {
      finish();
      ++i;
    } else if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
      current += next;
      ++i;
    } else if (c == ' ' || c == '\n') {
      finish();
    } else {
      current += c;
    }
  }
  finish();
  return result;
}

}  // namespace heddle
