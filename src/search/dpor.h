// Dynamic partial order reduction (Flanagan and Godefroid, POPL 2005; figure 2 of Wang et al. 2008) with sleep sets.
//
// The search explores one thread at each state. Each race that it then sees (reduced.h) is a reason to try the other
// order: a thread that can begin it is added to the backtrack set of the state before the earlier step.
//
// Deviations from the paper:
//  * Every race is treated, not only the latest: together with sleep sets the latest alone misses executions.
//  * What is added is an initial of v (the steps after e that e is not ordered before, then the operation), as in
//    source sets (Abdulla et al., POPL 2014), unless one is there already; preferably one that is not asleep.
//  * A thread has been explored when all outcomes of its operation have.
//  * Steps that end the execution and silent operations: see reduced.h.
// `no_sleep` is the paper's version, for its tables: no sleep sets, only the latest race of each pending operation.
//
// Main functions: begin, next; treat, add_one_of (backtrack sets grow).
#pragma once
#include "search/reduced.h"

namespace heddle {

struct BacktrackSet {
  ThreadSet threads;
};

template <class M, class L>
class Dpor : public ReducedSearch<M, L, BacktrackSet, Dpor<M, L>> {
  using Base = ReducedSearch<M, L, BacktrackSet, Dpor<M, L>>;
  using Base::frame;
  using Base::path_;
  using typename Base::Frame;
  friend Base;

 public:
  Dpor(Walk<M, L>& walk, bool sleep_sets) : Base(walk, sleep_sets) {}

 private:
  bool begin(Frame& f) {
    ThreadId first;
    if (!this->find_awake(f, first)) return false;
    f.plan.threads.clear();
    f.plan.threads.add(first);
    this->explore(f, *find_pending(f.pending, first));
    return true;
  }

  bool next(Frame& f, std::size_t) {
    if (++f.choice < f.outcomes) return true;
    ThreadId thread;
    if (!ThreadSet::first_not_in(f.plan.threads, f.sleep.threads(), thread)) return false;
    this->explore(f, *find_pending(f.pending, thread));
    return true;
  }

  unsigned left(const Frame& f) const { return ThreadSet::count_not_in(f.plan.threads, f.sleep.threads()); }

  void treat(const std::vector<std::uint32_t>& races, ThreadId p, const Operation&, const Footprint&, bool executed) {
    if (!this->sleep_sets_ && !executed) {
      if (!races.empty()) add_one_of(path_.threads_leading_to(races.front(), p), frame(races.front()));
      return;
    }
    for (const std::uint32_t e : races) {
      Frame& f = frame(e);
      if (!f.plan.threads.contains(f.enabled)) add_one_of(path_.initials(e, p), f);
    }
  }

  void end() {}

  void add_one_of(const ThreadSet& candidates, Frame& f) {
    bool covered = false, found = false, awake = false;
    ThreadId chosen;
    candidates.for_each([&](ThreadId t) {
      covered |= f.plan.threads.has(t);
      if (!f.enabled.has(t) || awake) return;
      found = true;
      awake = !f.sleep.has(t);
      chosen = t;
    });
    if (covered) return;
    if (found)
      f.plan.threads.add(chosen);
    else
      f.plan.threads.add_all(f.enabled);
  }
};

template <class M, class L>
SearchOutcome search_dpor(M& machine, const CheckOptions& options, L& listener, LiveState& live) {
  Walk<M, L> walk(machine, options, listener, live);
  const bool covered = Dpor<M, L>(walk, !options.no_sleep).run();
  return walk.outcome(covered, "dpor");
}

}  // namespace heddle
