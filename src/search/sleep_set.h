// Sleep sets (Godefroid): what need not be executed in a state, because everything that begins with it was explored
// from an earlier state of the path, or from this one. A sleeper is a thread with an outcome of its operation: a thread
// sleeps altogether once all outcomes do.
//
// Each sleeper keeps the footprint that its step turned out to have, which says more than the pending operation does:
// a compare-exchange that failed only read, and goes on failing until somebody writes.
//
// Main functions: add (explored here), inherit (who was asleep before the last step and still is).
#pragma once
#include <span>
#include <vector>

#include "model/operation.h"
#include "search/dependency.h"
#include "search/thread_set.h"

namespace heddle {

inline const Pending* find_pending(std::span<const Pending> list, ThreadId t) {
  for (const Pending& p : list)
    if (p.thread == t) return &p;
  return nullptr;
}
inline bool same_operation(const Operation& a, const Operation& b) {
  return a.kind == b.kind && a.object == b.object && a.argument == b.argument && a.site == b.site;
}

// `Effect`: what is known of a step, with a function dependent().
template <class Effect>
class SleepSetOf {
 public:
  struct Sleeper {
    ThreadId thread;
    Choice choice;
    Choice outcomes;  // of the thread's operation
    Effect footprint;
    Signature signature;  // no common bit: not dependent
  };

  void clear() {
    sleepers_.clear();
    threads_.clear();
  }
  // Threads all of whose outcomes sleep.
  const ThreadSet& threads() const { return threads_; }
  std::span<const Sleeper> sleepers() const { return sleepers_; }

  bool has(ThreadId t) const { return threads_.has(t); }
  bool has(ThreadId t, Choice choice) const {
    for (const Sleeper& s : sleepers_)
      if (s.thread == t && s.choice == choice) return true;
    return false;
  }

  // The step was explored, and not while it slept: what sleeps and what is being explored are disjoint.
  void add(const Sleeper& sleeper) {
    HEDDLE_INVARIANT(sleeper.choice < sleeper.outcomes && !has(sleeper.thread, sleeper.choice));
    unsigned together = 1;
    for (const Sleeper& s : sleepers_) together += s.thread == sleeper.thread;
    if (together == sleeper.outcomes) threads_.add(sleeper.thread);
    sleepers_.push_back(sleeper);
  }

  void remove(const ThreadSet& threads) {
    std::erase_if(sleepers_, [&](const Sleeper& s) { return threads.has(s.thread); });
    threads.for_each([&](ThreadId t) { threads_.remove(t); });
  }

  // For the state after `step` of thread `stepper`. Those in `not_these` wake up in any case.
  void inherit(const SleepSetOf& before, const ThreadSet& not_these, std::span<const Pending> was,
               std::span<const Pending> now, ThreadId stepper, const Effect& step, Signature signature) {
    for (const Sleeper& s : before.sleepers_) {
      if (s.thread == stepper || not_these.has(s.thread)) continue;
      if ((s.signature & signature) != 0 && dependent(s.footprint, step)) continue;
      const Pending* const old = find_pending(was, s.thread);
      const Pending* const current = find_pending(now, s.thread);
      if (old == nullptr || current == nullptr || !current->enabled || old->outcomes != current->outcomes) continue;
      if (same_operation(old->operation, current->operation)) add(s);
    }
  }

 private:
  std::vector<Sleeper> sleepers_;  // invariant: each step (thread, choice) once
  ThreadSet threads_;              // invariant: those with as many sleepers as outcomes
};
using SleepSet = SleepSetOf<Footprint>;

}  // namespace heddle
