// What the user may ask a check for. Parsed by cli/, obeyed by machine/ and search/, and never changed while a search
// runs: what its rounds change is a Round (round.h).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/bug.h"
#include "model/classes.h"
#include "model/ignore.h"

namespace heddle {

enum class Visibility : std::uint8_t { Sync, All };

struct Bounds {  // nothing set: no bound
  std::optional<std::uint64_t> executions;
  std::optional<std::uint64_t> transitions;
  std::optional<std::uint64_t> depth;
  std::optional<double> seconds;
  std::optional<std::uint64_t> memory_mb;
  std::optional<std::uint64_t> preemptions;  // in one execution; tried from 0 upwards
};

// Of best-first (search/heuristics.h).
struct Heuristics {
  bool writes_first = true;           // wf
  bool watch_written = true;          // ww
  bool avoid_release_acquire = true;  // ara
  bool acquire_first = true;          // af
  bool any() const { return writes_first || watch_written || avoid_release_acquire || acquire_first; }
};

struct CheckOptions {
  std::string search = "auto";
  std::string detector = "vector-clock";
  std::vector<BugKind> properties = {BugKind::Race,  BugKind::Deadlock, BugKind::Livelock, BugKind::Assertion,
                                     BugKind::Crash, BugKind::Memory,   BugKind::Misuse,   BugKind::Exit};
  Visibility visible = Visibility::Sync;
  Bounds bounds;
  std::uint64_t seed = 1;
  std::uint64_t pct_depth = 3;  // how many orderings a bug needs that pct looks for
  Heuristics heuristics;
  bool shortest = false;  // best-first: nothing is reported that has a shorter schedule
  bool keep_going = false;
  // --baseline: bugs with these ids are known. The search goes on past them (keep_going), and past others only if that
  // was asked for, too.
  std::vector<std::string> known_bugs;
  std::string baseline_file;  // where they stand
  bool stops_at_new_bug = false;
  bool spurious_wakeups = false;
  bool strict = false;
  bool lossy = false;     // datagrams may be lost and may overtake each other
  bool no_sleep = false;  // dpor as first published, for its tables
  bool is_first_try = false;     // another search follows: give up where this one does not soon come to a verdict
  bool explain_pruning = false;  // the search says why states were not pruned
  bool exact_states = false;     // whole states are stored, not only fingerprints
  bool detect_nondeterminism = false;
  bool keeps_frontier = false;      // the search tells where it stands,
  double checkpoint_seconds = 60;   // this often
  std::vector<IgnoreEntry> ignore;
  std::string ignore_file;  // where they stand
  std::vector<ClassEntry> classes;
  std::string classes_file;  // where they stand
  std::string stdin_file;
  std::string keep_files;              // of a replay: where the files that the program has written go
  std::optional<std::int64_t> nondet;  // the value of unconstrained nondeterministic inputs
  // A program with heddle::check: which call of it is explored, and how the ones before have ended.
  std::optional<std::uint32_t> scope;
  std::vector<Verdict> earlier_scopes;
  std::vector<std::string> arguments;  // argv[1..] of the program
  std::vector<std::string> processes;  // several programs in one search, as --process gives them (processes.h)
  std::uint64_t crashes = 0;           // of processes, at most, in one execution
  std::string program_name = "program";
  // Memory outside of the program that it may write to though nobody brings it back: what the tests' programs keep there is
  // none of their business.
  ByteRange lent_memory;
  std::vector<int> exit_statuses = {0};  // that the program may end with; empty: any
};

}  // namespace heddle
