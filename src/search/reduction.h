// What the dynamic reductions have in common: sleep sets, and the observation of each step for races: earlier steps
// that the new one depends on, that might have been enabled in the same state and that are not ordered before the
// thread's earlier steps. Operations still pending where an execution ends count like executed ones: they may be blocked
// just because the other came first.
//
// A reduction (dpor.h, optimal.h) decides what is explored from a state, and what a race is a reason for. It answers
//   choose_first   a new state: what to explore; false if everything that is enabled is asleep
//   choose_next    that branch has been explored: another one; false if nothing is left
//   treat          an operation of p has these races; executed: it is a step
//   end            the execution has ended, or goes on only in ways that were explored before
// and keeps what it plans for a state itself, by depth.
//
// What the theory does not have:
//  * A step that ends the execution (process exit, a bug) is dependent with all that others have done or were about to
//    do, since they do no more; neither its thread nor those it might have come before are put to sleep for that, or
//    the steps in question would never be in one execution, and a race between them would go unseen.
//  * Silent operations: they are no steps, but they order threads.
//
// Main functions: enter, next (sleep sets); executed (what a step did to clocks, and its races); ended.
#pragma once
#include <algorithm>
#include <bitset>
#include <vector>

#include "search/footprint_words.h"
#include "search/path.h"
#include "search/sleep_set.h"
#include "search/strategy.h"
#include "support/stable_pool.h"

namespace heddle {

class Reduction : public Strategy {
 public:
  bool enter(Frame& frame, std::size_t depth) final;
  void executed(const Transition&, Standing) final;
  void ended(Standing) final;
  bool next(Frame& frame, std::size_t depth) final;
  void write_plan(std::size_t depth, WordWriter&) const final;
  void read_plan(Frame& frame, std::size_t depth, WordReader&) final;

 protected:
  struct State {  // of the path; state(i) is the one before step i
    std::vector<Pending> pending;
    ThreadSet enabled;
    SleepSet sleep;   // what was explored from here included
    ThreadSet fatal;  // threads that do not sleep on: see above
    Path::Mark mark;
    ThreadId thread;  // being explored; invariant: enabled
    Choice choice = 0, outcomes = 1;
    std::uint64_t before = 0;  // Transition::before of the step that was executed
    ThreadSet backtrack;       // for dpor; invariant: all of them enabled
  };

  // `sleep_sets`: false for the first published reduction, which looks at operations as soon as they are pending.
  Reduction(Walk& walk, bool sleep_sets) : walk_(walk), sleep_sets_(sleep_sets) {}

  virtual bool choose_first(State& state, std::size_t depth) = 0;
  virtual bool choose_next(State& state, std::size_t depth) = 0;
  // There is at least one.
  virtual void treat(const std::vector<std::uint32_t>& races, ThreadId p, const Operation& operation,
                     const Footprint& footprint, bool executed) = 0;
  virtual void end() {}
  virtual void write_own_plan(const State& state, std::size_t depth, WordWriter&) const = 0;
  virtual void read_own_plan(State& state, std::size_t depth, WordReader&) = 0;
  // The last step disabled what another thread was about to do.
  virtual void disabled(const Pending&) {}
  // The last step was this, with all that it turned out to do; then, that a thread did this silently; that by this
  // step, or silently, whatever `by` does next comes after what `from` has done.
  virtual void stepped(ThreadId, const Footprint&) {}
  virtual void did(ThreadId, const Footprint&) {}
  virtual void ordered(ThreadId /*by*/, ThreadId /*from*/) {}

  bool is_inert(OperationKind kind, Address object) const {
    return !inert_.empty() && (kind == OperationKind::MutexLock || kind == OperationKind::MutexUnlock) &&
           std::find(inert_.begin(), inert_.end(), object) != inert_.end();
  }

  State& state(std::size_t i) { return states_[i]; }
  const State& state(std::size_t i) const { return states_[i]; }

  static void explore(State& s, const Pending& p, Choice choice = 0);
  // Somebody who is awake; preferably who made the last step: fewer switches make a schedule that is easier to read.
  bool find_awake(const State& s, ThreadId& found) const;
  Footprint footprint_of_pending(const Operation& op) const;
  // An operation that is not, or not yet, a step of the path. The path has its clock afterwards.
  void consider(ThreadId p, const Operation& operation, const Footprint& footprint);
  void consider(const Pending& p) { consider(p.thread, p.operation, footprint_of_pending(p.operation)); }
  // Is there anything at this state that could be explored instead?
  virtual bool may_come_back(const State& s) const {
    return s.outcomes > 1 || ThreadSet::count_not_in(s.enabled, s.sleep.threads()) > 1;
  }

  Walk& walk_;
  const bool sleep_sets_;
  Path path_;
  // Mutexes that it takes no notice of; sections of theirs are part of the step that begins them (pruning.h).
  std::vector<Address> inert_;
  // What it gives up at, if it is executed while several threads are alive.
  std::bitset<kOperationKinds> not_made_for_;
  KeptByteSets kept_;  // of footprints that were read

 private:
  State& top() { return states_[path_.size() - 1]; }  // the state before the last step
  void end_others(State& s, ThreadId stepper);
  void order_others(std::span<const Pending> before, std::span<const Pending> now, ThreadId stepper);
  void went_on(const Pending& p, ThreadId stepper);
  void order_after_step(ThreadId t, ThreadId stepper);
  void observe_silent(const SilentOperation& op, ThreadId stepper);

  void meet(OperationKind kind, std::size_t alive) {
    gives_up_ |= alive > 1 && not_made_for_[static_cast<std::size_t>(kind)];
  }

  StablePool<State> states_;  // those beyond the path are kept for reuse
};

}  // namespace heddle
