// For campaigns whose random programs are tables in one C source, so that it is compiled once: the tool is run by its
// command line, and its report compared with what an interpreter says of the program.
#pragma once
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace heddle {

inline std::string output_of(const std::string& command) {
  std::string text;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    char buffer[4096];
    while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, n);
    pclose(pipe);
  }
  return text;
}

// What is wrong with the report, or nothing. A Meaning says whether the program is racy, can get stuck, and with which
// statuses it ends.
template <class Meaning>
std::string difference(const Meaning& truth, const std::string& report) {
  const auto json = nlohmann::json::parse(report, nullptr, false);
  if (json.is_discarded()) return "no report: " + report;
  bool racy = false, stuck = false;
  for (const auto& bug : json["bugs"]) {
    const std::string kind = bug["kind"];
    if (kind == "race")
      racy = true;
    else if (kind == "deadlock")
      stuck = true;
    else
      return "a bug of kind " + kind + ": " + bug["message"].get<std::string>();
  }
  if (racy != truth.racy) return racy ? "a race that is none" : "a race was not found";
  if (racy) return {};
  if (stuck != truth.stuck) return stuck ? "a deadlock that is none" : "a deadlock was not found";
  if (!json["complete"]) return "not complete: " + json["limits"].dump();
  std::set<unsigned> statuses;
  for (const auto& status : json["exit_statuses"]) statuses.insert(status.get<unsigned>());
  if (statuses != truth.statuses)
    return fmt::format("other outcomes: {} instead of {}", statuses.size(), truth.statuses.size());
  return {};
}

// What was compared, and how often the tool was wrong.
struct PlayerTally {
  std::size_t programs = 0;
  unsigned wrong = 0, racy = 0, stuck = 0, several = 0;

  template <class Meaning>
  void add(const Meaning& meaning) {
    programs++;
    racy += meaning.racy;
    stuck += meaning.stuck;
    several += meaning.statuses.size() > 1;
  }
  // The status of the test. `mixture`: there has to be some of everything.
  int finish(bool mixture) const {
    fmt::print("{} programs: {} racy, {} can get stuck, {} with several outcomes; {} wrong\n", programs, racy, stuck,
               several, wrong);
    const bool enough = !mixture || (racy > 0 && stuck > 0 && several > 0);
    if (!enough) fmt::print("too little was compared\n");
    return wrong == 0 && enough ? 0 : 1;
  }
};

}  // namespace heddle
