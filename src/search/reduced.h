// What the dynamic reductions have in common: a depth-first search over a stack of frames, one for each state of the
// current path, with sleep sets, and the observation of each step for races: earlier steps that the new one depends on,
// that might have been enabled in the same state and that are not ordered before the thread's earlier steps. Operations
// still pending where an execution ends count like executed ones: they may be blocked just because the other came
// first.
//
// A strategy (dpor.h, optimal.h) decides what is explored from a state, and what a race is a reason for. It provides
//   begin(frame)   a new state: sets the first branch to explore; false if everything that is enabled is asleep
//   next(frame, depth)   that branch has been explored: sets another one; false if nothing is left
//   treat(races, p, operation, footprint, executed)   an operation of p has these races; executed: it is a step
//   end()          the execution has ended, or goes on only in ways that were explored before
//   left(frame)    how many branches it knows of that are not yet explored
// and keeps what it plans for a state in Plan.
//
// What the theory does not have:
//  * A step that ends the execution (process exit, a bug) is dependent with all that others have done or were about to
//    do, since they do no more; neither its thread nor those it might have come before are put to sleep for that, or
//    the steps in question would never be in one execution, and a race between them would go unseen.
//  * Silent operations: they are no steps, but they order threads.
//
// Main functions: run; enter (a new state); step, observe (what it did to clocks, and its races); leave (the end of an
// execution); go_back.
#pragma once
#include <algorithm>
#include <vector>

#include "search/path.h"
#include "search/sleep_set.h"
#include "search/walk.h"
#include "support/stable_pool.h"

namespace heddle {

template <class M, class L, class Plan, class Strategy>
class ReducedSearch {
 public:
  // True: everything was covered.
  bool run() {
    Standing standing = walk_.start();
    for (const Pending& p : walk_.machine.pending()) path_.know(p.thread);
    while (standing != Standing::Stopped && !self().gives_up()) {
      if (standing != Standing::Running || !enter()) {
        leave(standing);
        if (!go_back()) break;
      }
      standing = step();
    }
    return !walk_.stopped();
  }
  // The program does something that this search is not made for: run() ended early.
  bool gives_up() const { return false; }

 protected:
  struct Frame {  // a state of the path; frame(i) is the one before step i
    typename Walk<M, L>::Saved saved;
    std::vector<Pending> pending;
    ThreadSet enabled;
    SleepSet sleep;   // what was explored from here included
    ThreadSet fatal;  // threads that do not sleep on: see above
    Path::Mark mark;
    ThreadId thread;  // being explored
    Choice choice = 0, outcomes = 1;
    std::uint64_t before = 0;  // Transition::before of the step that was executed
    unsigned explored = 0;
    Plan plan;
  };

  // `sleep_sets`: false for the first published reduction, which looks at operations as soon as they are pending.
  ReducedSearch(Walk<M, L>& walk, bool sleep_sets) : walk_(walk), sleep_sets_(sleep_sets) {}

  Frame& frame(std::size_t i) { return frames_[i]; }

  void explore(Frame& f, const Pending& p, Choice choice = 0) {
    f.thread = p.thread;
    f.choice = choice;
    f.outcomes = p.outcomes;
  }

  // Somebody who is awake; preferably who made the last step: fewer switches make a schedule that is easier to read.
  bool find_awake(const Frame& f, ThreadId& found) const {
    if (path_.size() > 0 && f.enabled.has(path_.back().thread) && !f.sleep.has(path_.back().thread)) {
      found = path_.back().thread;
      return true;
    }
    return ThreadSet::first_not_in(f.enabled, f.sleep.threads(), found);
  }

  Footprint footprint_of_pending(const Operation& op) const {
    return footprint_of(op, byte_set_of(walk_.machine, op));
  }

  // An operation that is not, or not yet, a step of the path. The path has its clock afterwards.
  void consider(ThreadId p, const Operation& operation, const Footprint& footprint) {
    self().treat(path_.races(p, footprint), p, operation, footprint, false);
  }
  void consider(const Pending& p) { consider(p.thread, p.operation, footprint_of_pending(p.operation)); }

  // For a strategy to replace: an operation was executed, with so many threads alive; the last step disabled what
  // another thread was about to do.
  void meet(OperationKind, std::size_t) {}
  void disabled(const Pending&) {}

  Walk<M, L>& walk_;
  const bool sleep_sets_;
  Path path_;

 private:
  Strategy& self() { return static_cast<Strategy&>(*this); }
  Frame& top() { return frames_[path_.size() - 1]; }  // the state before the last step

  // A new state. False: every enabled thread is asleep.
  bool enter() {
    const std::size_t depth = path_.size();
    frames_.grow_to(depth + 1);
    Frame& f = frames_[depth];
    const std::span<const Pending> pending = walk_.machine.pending();
    f.pending.assign(pending.begin(), pending.end());
    f.enabled.clear();
    for (const Pending& p : pending)
      if (p.enabled) f.enabled.add(p.thread);
    f.sleep.clear();
    f.fatal.clear();
    f.explored = 0;
    f.mark = path_.mark();
    if (sleep_sets_ && depth > 0) {
      const Frame& before = frames_[depth - 1];
      const Path::Step& step = path_.back();
      f.sleep.inherit(before.sleep, before.fatal, before.pending, f.pending, step.thread, step.footprint,
                      path_.signature(depth - 1));
    }
    if (f.enabled.empty()) walk_.bounds.add("internal error: a running state without an enabled thread");
    if (!self().begin(f)) return walk_.count_blocked(), false;
    if (f.outcomes > 1 || ThreadSet::count_not_in(f.enabled, f.sleep.threads()) > 1) walk_.machine.save(f.saved);
    // Not more often than that it costs nothing: it goes through the path.
    if (walk_.bounds.take_looked() && walk_.stats.transitions >= next_estimate_) estimate();
    return true;
  }

  Standing step() {
    const Frame& f = frame(path_.size());
    const Standing standing = walk_.step(f.thread, f.choice);
    if (standing != Standing::Stopped) observe(walk_.last_step(), standing);
    return standing;
  }

  void observe(const Transition& t, Standing standing) {
    Footprint footprint = footprint_of(t, byte_set_of(walk_.machine, t.operation));
    footprint.exit |= standing == Standing::Failed;
    frame(path_.size()).before = t.before;
    self().meet(t.operation.kind, frame(path_.size()).pending.size());
    const std::vector<std::uint32_t>& races = path_.races(t.thread, footprint);
    if (standing == Standing::Failed)  // who knows what would have been if the others had waited
      for (const std::uint32_t e : races) frame(e).fatal.add(path_[e].thread);
    if (sleep_sets_ || standing == Standing::Failed) self().treat(races, t.thread, t.operation, footprint, true);
    const bool ends = standing == Standing::Finished || standing == Standing::Failed;
    path_.push(t.thread, footprint, ends);
    if (ends)
      end_others(top(), t.thread);
    else
      order_others(top().pending, walk_.machine.pending(), t.thread);
    std::size_t alive = top().pending.size();
    for (const SilentOperation& silent : t.silent) {
      if (silent.kind == OperationKind::ThreadCreate) ++alive;
      self().meet(silent.kind, alive);
      observe_silent(silent, t.thread);
    }
    if (!sleep_sets_ && !ends)
      for (const Pending& p : walk_.machine.pending()) consider(p);
  }

  // The last step was the end also for the others, whatever they were about to do.
  void end_others(Frame& f, ThreadId stepper) {
    f.fatal.add(stepper);
    for (const Pending& p : f.pending)
      if (p.thread != stepper) consider(p);
  }

  // Whoever was created, enabled or let go by the last step comes after it. Both lists are in thread order.
  void order_others(std::span<const Pending> before, std::span<const Pending> now, ThreadId stepper) {
    auto old = before.begin();
    for (const Pending& p : now) {
      for (; old != before.end() && old->thread < p.thread; ++old) went_on(*old, stepper);  // and ended
      path_.know(p.thread);
      if (old == before.end() || old->thread != p.thread) {
        if (p.thread != stepper) path_.order_after_last(p.thread);
        continue;
      }
      if (!same_operation(old->operation, p.operation))
        went_on(*old, stepper);
      else if (!old->enabled && p.enabled && p.thread != stepper)
        path_.order_enabled(p.thread);
      else if (old->enabled && !p.enabled && p.thread != stepper)
        self().disabled(p);
      ++old;
    }
    for (; old != before.end(); ++old) went_on(*old, stepper);
  }

  // A thread other than the stepper did silently what it was about to do.
  void went_on(const Pending& p, ThreadId stepper) {
    if (p.thread == stepper) return;
    // A once that is done now: it might have been this thread that did it.
    if (p.enabled || p.operation.kind == OperationKind::OnceEnter) consider(p);
    path_.order_after_last(p.thread);
  }

  void observe_silent(const SilentOperation& op, ThreadId stepper) {
    path_.know(op.thread);
    if (op.thread != stepper) path_.order_after_last(op.thread);
    const ThreadId other(static_cast<std::uint16_t>(op.object));
    Operation enter;
    switch (op.kind) {
      case OperationKind::ThreadCreate:
        path_.know(other);
        path_.order_child(op.thread, other);
        break;
      case OperationKind::Join:
        path_.order_joined(op.thread, other);
        break;
      case OperationKind::OnceEnter:  // somebody else was first; it might have been this thread
        enter.kind = op.kind;
        consider(op.thread, enter, footprint_of(op));
        path_.order_acquired(op.thread);
        break;
      default:
        path_.add_release(op.thread, footprint_of(op));
        break;
    }
  }

  void leave(Standing standing) {
    if (standing != Standing::Finished) {
      for (const Pending& p : walk_.machine.pending()) {
        path_.know(p.thread);
        consider(p);
      }
    }
    self().end();
  }

  // To the latest state where something is left to try. False: there is none, or a bound forbids it.
  bool go_back() {
    for (std::size_t depth = path_.size(); depth-- > 0;) {
      Frame& f = frame(depth);
      f.sleep.add({f.thread, f.choice, f.outcomes, path_[depth].footprint, path_.signature(depth)});
      ++f.explored;
      if (!self().next(f, depth)) continue;
      path_.go_back(depth, f.mark);
      return walk_.go_back(f.saved, depth);
    }
    return false;
  }

  // As for dfs, but with the branches that are known so far.
  void estimate() {
    double share = 0, below = 1;
    for (std::size_t i = 0; i < path_.size(); ++i) {
      const Frame& f = frame(i);
      below /= f.explored + std::max(1u, self().left(f));
      share += below * f.explored;
    }
    walk_.set_share_done(share);
    next_estimate_ = walk_.stats.transitions + 4 * path_.size();
  }

  std::uint64_t next_estimate_ = 0;  // transitions
  StablePool<Frame> frames_;         // those beyond the path are kept for reuse
};

}  // namespace heddle
