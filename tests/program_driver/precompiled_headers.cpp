// See precompiled_headers.h. Lines that begin with # are enough to look at: the programs are ours.
#include "precompiled_headers.h"

#include <algorithm>
#include <string_view>

#include "process.h"

namespace fs = std::filesystem;

namespace heddle::program_tests {
namespace {

constexpr const char *kHeader = "precompiled.h", *kStreams = "precompiled_streams.h";
constexpr const char* kDefaultStandard = "gnu++17";

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

Includes includes_of(const std::string& text) {
  Includes result;
  bool defines = false;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = next_line(rest);
    defines |= line.starts_with("#define") || line.starts_with("#undef") || line.starts_with("#if");
    if (!line.starts_with("#include")) continue;
    result.defines_before |= defines;
    const std::size_t open = line.find('<'), close = line.find('>');
    if (open == std::string_view::npos || close == std::string_view::npos)
      result.has_others = true;
    else
      result.names.emplace(line.substr(open + 1, close - open - 1));
  }
  return result;
}

PrecompiledHeaders::PrecompiledHeaders(fs::path directory) : directory_(std::move(directory)) {}

bool PrecompiledHeaders::covers(const Includes& includes) const {
  std::set<std::string> known = includes_of(contents(directory_ / kDefaultStandard / kHeader)).names;
  known.insert("iostream");
  return !includes.names.empty() && !includes.has_others && !includes.defines_before &&
         std::ranges::includes(known, includes.names);
}

std::vector<std::string> PrecompiledHeaders::options_for(const Expectation& expectation) const {
  if (directory_.empty() || expectation.file.extension() != ".cpp") return {};
  std::string standard = kDefaultStandard;
  for (const std::string& flag : expectation.flags) {
    if (flag.starts_with("-std="))
      standard = flag.substr(5);
    else if (!flag.starts_with("--"))
      return {};  // a flag of the compiler, or a value
  }
  const Includes includes = includes_of(contents(expectation.file));
  const fs::path header = directory_ / standard / (includes.names.contains("iostream") ? kStreams : kHeader);
  if (!fs::exists(header.string() + ".pch") || !covers(includes)) return {};
  return {"-include", header.string()};
}

}  // namespace heddle::program_tests
