// The seam behind which every search strategy lives: it drives a machine until the space is exhausted, a bound is hit
// or its listener has seen enough.
#pragma once
#include <atomic>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "machine/abstract_machine.h"
#include "model/bug.h"
#include "model/options.h"
#include "model/schedule.h"
#include "search/branching.h"
#include "search/frontier.h"
#include "search/obstacle.h"

namespace heddle {

// How far a search has come.
struct SearchProgress {
  const Statistics& stats;
  const Schedule& schedule;  // the execution that it is at, so far
  const BranchCounts& branching;
};

class SearchListener {
 public:
  virtual ~SearchListener() = default;
  // A bug at the end of this schedule. Return false to end the search.
  virtual bool found(const Failure& failure, const Schedule& schedule) = 0;
  // An execution is complete (finished, stuck or failed; not cut off by a bound or as redundant).
  virtual void completed(const AbstractMachine&, const Schedule&) {}
  // The search stands here, and could go on from here in another process: told where a bound or the next function stops
  // it, and soon after wants_frontier() has said yes (it is asked where may_go_on is). Samples have no such place.
  virtual void reached(const Frontier&) {}
  virtual bool wants_frontier() { return false; }
  // What the search has stored, in pieces: those since the last reached() go with the next one.
  virtual void stored(std::span<const std::uint64_t>) {}
  // Where the search begins; nullptr: at the start of the program. Asked once.
  virtual const Frontier* resumes_from() { return nullptr; }
  // What it has stored by then: the next piece, valid until the next call.
  virtual std::span<const std::uint64_t> next_stored() { return {}; }
  // Asked now and then by a search that has come this far: may it go on? `ask_again`: after how many transitions it
  // asks the next time.
  virtual bool may_go_on(const SearchProgress&, std::uint64_t& ask_again) {
    ask_again = ~std::uint64_t{0};
    return true;
  }
};

// Counters that another process may watch while the search runs (the progress line; the post-mortem after kill -9).
// Lives in shared memory in the tool, in ordinary memory in tests.
struct LiveState {
  static constexpr std::size_t kMaxSteps = 1 << 16;
  volatile std::uint64_t executions = 0, blocked = 0, transitions = 0, depth = 0, max_depth = 0, backtracks = 0;
  volatile double share_done = 0;  // estimate, 0..1
  volatile std::uint32_t schedule_length = 0;
  std::atomic<bool> stop = false;  // set from outside (a signal handler, another process): end soon, keep what there is
  volatile std::uint16_t thread[kMaxSteps] = {};
  volatile std::uint16_t choice[kMaxSteps] = {};
};

struct SearchOutcome {
  bool exhausted = false;           // every interleaving was covered
  std::vector<std::string> limits;  // otherwise: what stopped it, one sentence each
  Statistics stats;
  BranchCounts branching;
  Schedule schedule;        // where it ended
  std::string used_search;  // what auto picked
  // The search took these accesses for invisible and saw that it must not: it has to be run again, with accesses to
  // these bytes as scheduling points (Round::visible).
  std::vector<ByteRange> make_visible;
  std::vector<KeptState> kept_by_pruning;  // with --explain-pruning
  bool every_interleaving = false;  // what was covered includes the effects of races
  bool runs_forever = false;        // some executions have no end, as they are meant to
  bool livelock_possible = false;   // no way to the end of the program was found from where threads wake each other
};

// A search as users know it, and what it can do.
using SearchFunction = SearchOutcome (*)(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);
struct SearchKind {
  std::string_view name;
  std::string_view about = {};        // for the help, one line
  std::string_view chosen = {};       // what a report says of it where another name was asked for
  std::string_view began_again = {};  // ... and of the one asked for, if it gave up and another took its place
  SearchFunction run = nullptr;
  SearchFunction run_bounded = nullptr;  // with --preemptions; nullptr: it cannot
  bool covers = true;  // if it comes to its end it has covered every interleaving; otherwise it samples
  bool watches_accesses = false;  // an AccessWatch has to follow the execution
  bool logs_execution = false;    // an ExecutionLog has to follow it
  bool races_only = false;        // covers races and no other property
  bool makes_visible = false;     // may ask to be run again with more scheduling points (SearchOutcome::make_visible)
  bool takes_classes = false;     // of locations (--classes)
  bool compares_states = false;   // loops that wait are followed round by round
  bool takes_pct_depth = false;
  bool takes_no_sleep = false;    // can do without sleep sets
  bool takes_heuristics = false;  // and can find a shortest counterexample
  bool explains_pruning = false;
  bool looks_for_easy_bugs = false;  // is interrupted by bursts of random schedules
  std::string_view detector = {};    // the one that goes with it unless another is asked for; empty: the tool's default
  std::string_view takes_turns_with = {};  // a search that compares states, where that may pay
  std::string_view first_for_races = {};   // a search that has the first try where races alone are asked for
};

std::span<const SearchKind> search_kinds();
// nullptr for an unknown name.
const SearchKind* find_search(std::string_view name);
// One that understands the options: with run_bounded if they ask for it.
SearchOutcome run_search(const SearchKind&, AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);
// Of a search that may not exist: then it can do nothing of all that.
const SearchKind& search_kind(std::string_view name);
inline bool covers_interleavings(std::string_view name) { return search_kind(name).covers; }
std::vector<std::string> search_names();
std::vector<std::string> searches_with_preemptions();
// Those that can do something, as they stand in a message: "'--search a', '--search b' and '--search c'".
std::string searches_that(bool SearchKind::* can);

}  // namespace heddle
