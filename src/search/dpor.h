// Dynamic partial order reduction (Flanagan and Godefroid, POPL 2005; figure 2 of Wang et al. 2008) with sleep sets.
//
// The search explores one thread at each state. Each race that it then sees (reduction.h) is a reason to try the other
// order: a thread that can begin it is added to the backtrack set of the state before the earlier step.
//
// Deviations from the paper:
//  * Every race is treated, not only the latest: together with sleep sets the latest alone misses executions.
//  * What is added is an initial of v (the steps after e that e is not ordered before, then the operation), as in
//    source sets (Abdulla et al., POPL 2014), unless one is there already; preferably one that is not asleep.
//  * A thread has been explored when all outcomes of its operation have.
//  * Steps that end the execution and silent operations: see reduction.h.
// Without sleep sets it is the paper's version, for its tables: only the latest race of each pending operation.
//
// Main functions: choose_first, choose_next; treat, add_one_of (backtrack sets grow).
#pragma once
#include "search/reduction.h"

namespace heddle {

class Dpor : public Reduction {
 public:
  Dpor(Walk& walk, bool sleep_sets) : Reduction(walk, sleep_sets) {}
  unsigned left(std::size_t depth) const override;

 protected:
  bool choose_first(State& state, std::size_t depth) override;
  bool choose_next(State& state, std::size_t depth) override;

  void write_own_plan(const State& s, std::size_t, WordWriter& out) const override { write_threads(s.backtrack, out); }
  void read_own_plan(State& s, std::size_t, WordReader& in) override { read_threads(s.backtrack, in); }

 protected:
  static void add_one_of(const ThreadSet& candidates, State& state);

 private:
  void treat(const std::vector<std::uint32_t>& races, ThreadId p, const Operation&, const Footprint&,
             bool executed) override;
};

SearchOutcome search_dpor(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
