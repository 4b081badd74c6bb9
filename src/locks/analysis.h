// The questions that can be asked about a program of locks. Start here.
//
//   Analysis analysis(program, limits);
//   Findings f = analysis.findings();              races, deadlocks, warnings
//   Reachability r = analysis.reach(a, b);         can two threads stand at these places at the same time?
//
// The stages, each in a file of its own: the program in primitive steps (flow.h), threads as pushdown systems
// (pushdown.h) with locksets and acquisition histories as weights (effects.h), which threads can run in parallel
// (parallel.h), pairs (races.cpp), cycles (deadlocks.cpp), schedules (witness.h) and their replay (replay.h).
#pragma once
#include <memory>
#include <span>
#include <string>

#include "locks/findings.h"
#include "locks/program.h"

namespace heddle::locks {

// Reaching one makes answers less precise, never wrong: `Findings::limits` says so.
struct Limits {
  std::uint32_t histories = 24;              // at one node with one lockset: more are merged
  std::uint32_t situations = 400;            // different locksets with sets of forked and joined threads, per thread
  std::uint32_t derivations = 2000000;       // of facts of a thread; with more it is looked at with fewer situations
  std::uint32_t derivations_per_place = 60;  // so many more are allowed for each place of the program
  std::uint32_t schedule_states = 100000;    // in the search for one schedule
  std::uint32_t schedule_attempts = 24;      // combinations of paths that are tried for one candidate
  std::uint32_t races_per_object = 50;       // pairs of accesses that are listed; verdicts do not change
  std::uint32_t cycles = 2000;               // of the lock order graph
};

struct Reachability {
  enum class Answer : std::uint8_t { kUnreachable, kReachable, kUnknown };
  Answer answer = Answer::kUnreachable;
  Standing standing[2];  // unless unreachable
  Schedule schedule;     // if reachable
  std::string why;       // if unknown
};

class Analysis {
 public:
  explicit Analysis(const Program&, Limits = {});  // the program has to outlive it
  ~Analysis();
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  Findings findings(bool races = true, bool deadlocks = true);
  // Two threads (or two instances of one) before an edge of `first` and an edge of `second`.
  Reachability reach(std::span<const Place> first, std::span<const Place> second);

  struct State;  // candidates.h

 private:
  std::unique_ptr<State> state_;
};

}  // namespace heddle::locks
