// What one configuration (search, visibility, detector) found out about one program, and what has to be equal between
// two of them.
//
// Everything is text that means the same in every configuration: accesses are source positions, threads are named by
// their place in the tree of threads.
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/options.h"

namespace heddle::oracle {

struct Configuration {
  const char* name;
  const char* search;
  Visibility visible;
  const char* detector;  // as for --detector; "both": every exact one, held against naive at each access
  bool keep_going = false;
  bool no_sleep = false;
  unsigned one_in = 1;  // only for every n-th program

  // What the image is instrumented for: as the tool does it, where accesses may become visible later.
  constexpr Visibility instrumented() const {
    return std::string_view(search) == "invisible-first" ? Visibility::All : visible;
  }
};

struct Findings {
  bool exhausted = false;
  std::vector<std::string> limits;
  std::set<std::string> races;          // "12:3 write / 15:7 read"
  std::set<std::string> failures;       // all other bugs
  std::set<std::string> finals;         // exit status and output of the executions that came to their end
  std::vector<std::string> complaints;  // contradictions within the configuration itself
  std::uint64_t executions = 0, transitions = 0, checks_held = 0;

  bool racy() const { return !races.empty(); }
  bool has_failure(const std::string& kind) const;
};

// The ground truth: brute force over every access, going on past races, with the naive detector's list of all pairs.
inline constexpr Configuration kTruth = {"truth", "dfs", Visibility::All, "both", true};

// What is held against it.
inline constexpr Configuration kConfigurations[] = {
    {"dfs all", "dfs", Visibility::All, "vector-clock", false, false, 4},
    {"dpor all", "dpor", Visibility::All, "vector-clock"},
    {"dpor all both", "dpor", Visibility::All, "both", false, false, 5},
    {"dpor all goldilocks", "dpor", Visibility::All, "goldilocks", false, false, 5},
    {"dfs sync", "dfs", Visibility::Sync, "vector-clock"},
    {"dfs sync both", "dfs", Visibility::Sync, "both"},
    {"dpor sync", "dpor", Visibility::Sync, "vector-clock"},
    {"dpor all summary", "dpor", Visibility::All, "summary", false, false, 4},
    {"dpor sync summary", "dpor", Visibility::Sync, "summary", false, false, 2},
    {"selective sync", "selective", Visibility::Sync, "vector-clock", false, false, 2},
    {"invisible-first sync", "invisible-first", Visibility::Sync, "vector-clock", false, false, 3},
    {"composed sync", "composed", Visibility::Sync, "vector-clock", false, false, 2},
    {"selective all", "selective", Visibility::All, "vector-clock", false, false, 4},
    {"dpor sync naive", "dpor", Visibility::Sync, "naive", false, false, 5},
    {"dpor sync goldilocks", "dpor", Visibility::Sync, "goldilocks", false, false, 3},
    {"dpor sync keep-going", "dpor", Visibility::Sync, "vector-clock", true, false, 3},
    {"optimal all", "optimal", Visibility::All, "vector-clock", false, false, 2},
    {"optimal sync", "optimal", Visibility::Sync, "vector-clock"},
    {"optimal sync keep-going", "optimal", Visibility::Sync, "vector-clock", true, false, 3},
    {"pruning sync", "pruning", Visibility::Sync, "vector-clock"},
    {"dpor sync no-sleep", "dpor", Visibility::Sync, "vector-clock", false, true, 4},
};

// Everything, for a person who looks at one program.
void print(const std::string& configuration, const Findings& found);

// What is wrong with `found`, or nothing. `lenient`: the program may fail inside a segment. `races_only`: the search
// covers nothing else.
std::string difference(const Findings& truth, const Findings& found, bool lenient, bool races_only);

}  // namespace heddle::oracle
