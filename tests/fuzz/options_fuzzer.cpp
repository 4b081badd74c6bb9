// The command line: words separated by newlines. No input may break it, and only a good one has no error.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/settings.h"
#include "detect/registry.h"
#include "search/search.h"

// The parser is fuzzed without searches and detectors: what it asks their registries is answered by the name.
namespace heddle {
const SearchKind& search_kind(std::string_view name) {
  static constexpr SearchKind kSampling{.name = "pct", .covers = false, .takes_pct_depth = true}, kOther{.name = "dfs", .takes_classes = true};
  return name == "pct" ? kSampling : kOther;
}
const DetectorKind& detector_kind(std::string_view) {
  static constexpr DetectorKind kAny{.name = "eraser", .checks_discipline = true};
  return kAny;
}
std::string searches_that(bool SearchKind::*) { return "some searches"; }
std::string detectors_that(bool DetectorKind::*) { return "some detectors"; }
}  // namespace heddle

using namespace heddle::cli;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n')
      words.emplace_back();
    else if (data[i] != 0)  // no word of a command line has a zero byte
      words.back() += static_cast<char>(data[i]);
  }
  asks_for_json(words);
  const Available available{{"auto", "dfs", "dpor", "random", "pct"}, {"vector-clock"}, {"auto", "dfs"}};
  const Settings check = check_settings(split_arguments(kCheck, words), available);
  if (check.error.empty() && (check.files.empty() || check.check.properties.empty())) std::abort();
  const Settings replay = replay_settings(split_arguments(kReplay, words));
  if (replay.error.empty() && replay.files.size() != 1) std::abort();
  return 0;
}
