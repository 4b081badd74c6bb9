// Fewer context switches for a schedule that leads to a bug: what a person has to follow is where the threads change,
// not how many steps each makes in between. A post-pass on the found schedule, which re-executes candidates on the
// machine and keeps one if the same failure appears with fewer switches, or with as many and fewer steps:
//
//   group    all blocks of a thread within a window of the schedule are put together, large windows first
//   merge    two blocks of a thread are joined at the place of either
//   drop     a block is left out
//   exact    all executions with 0, 1, 2, ... switches (context_bound.h), below what was reached so far
//
// A candidate is a list of blocks (a thread, a number of steps) and each thread's outcomes in its own order; it is
// followed as far as possible: a block whose thread cannot go on gives its remaining steps to the end. If `exact` comes
// to its end no execution of at most twice the length (or of this length, where it may not get longer) has fewer
// switches. All passes together make a bounded number of transitions, and the result depends on nothing but the
// schedule; a failure that does not appear again leaves it as it was. (The idea of trying blocks is that of Jalbert and
// Sen's trace simplification, FSE 2010.)
//
// Main functions: run; improve (the first three), try_blocks; search_exactly (the last).
#pragma once
#include <cstdint>
#include <functional>

#include "machine/abstract_machine.h"
#include "model/schedule.h"

namespace heddle {

std::size_t context_switches(const Schedule& schedule);

struct MinimiseBudget {
  std::uint64_t blocks = 60'000;  // transitions of the passes over blocks
  std::uint64_t exact = 60'000;   // transitions of the exact search
  bool may_be_longer = true;      // than what was found, if it has fewer switches
};

// Is that the failure in question?
using IsSameFailure = std::function<bool(const AbstractMachine&, const Failure&)>;

// `stop`: end soon.
Schedule fewer_switches(AbstractMachine& machine, const Schedule& found, IsSameFailure same, std::function<bool()> stop,
                        MinimiseBudget budget = {});

}  // namespace heddle
