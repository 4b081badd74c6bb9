// Dynamic partial order reduction (Flanagan and Godefroid, POPL 2005; figure 2 of Wang et al. 2008) with sleep sets.
//
// The search explores one thread at each state and looks, after each step, for races: an earlier step e that the new
// one depends on, that might have been enabled in the same state and that is not ordered before the thread's earlier
// steps. Each race is a reason to try the other order: a thread that can begin it is added to the backtrack set of e's
// state. Operations still pending where an execution ends count like executed ones: they may be blocked just because
// e came first.
//
// Deviations from the paper:
//  * Every race is treated, not only the latest: together with sleep sets the latest alone misses executions.
//  * What is added is an initial of v (the steps after e that e is not ordered before, then the operation), as in
//    source sets (Abdulla et al., POPL 2014), unless one is there already; preferably one that is not asleep.
//  * A thread has been explored, and goes to sleep, when all outcomes of its operation have.
//  * A step that ends the execution (process exit, a bug) is dependent with all that others have done or were about to
//    do, since they do no more; neither its thread nor those it might have come before are put to sleep for that, or
//    the steps in question would never be in one execution, and a race between them would go unseen.
// `no_sleep` is the paper's version, for its tables: no sleep sets, only the latest race of each pending operation.
//
// Main functions: run; enter (a new state); step, observe (what the step did to clocks and to backtrack sets); leave
// (the end of an execution); go_back.
#pragma once
#include <vector>

#include "search/path.h"
#include "search/walk.h"

namespace heddle {

template <class M, class L>
class Dpor {
 public:
  Dpor(Walk<M, L>& walk, bool sleep_sets) : walk_(walk), sleep_sets_(sleep_sets) {}

  // True: everything was covered.
  bool run() {
    Standing standing = walk_.start();
    for (const Pending& p : walk_.machine.pending()) path_.know(p.thread);
    while (standing != Standing::Stopped) {
      if (standing != Standing::Running || !enter()) {
        leave(standing);
        if (!go_back()) break;
      }
      standing = step();
    }
    return !walk_.stopped();
  }

 private:
  struct Frame {  // a state of the path; frames_[i] is the one before step i
    typename Walk<M, L>::Saved saved;
    std::vector<Pending> pending;
    ThreadSet enabled, backtrack;
    ThreadSet sleep;  // threads explored from here included
    ThreadSet fatal;  // of those, the ones that do not sleep on: see above
    Path::Mark mark;
    ThreadId thread;  // being explored
    Choice choice = 0, outcomes = 1;
    unsigned explored = 0;
  };

  Frame& frame(std::size_t i) { return frames_[i]; }
  Frame& top() { return frames_[path_.size() - 1]; }  // the state before the last step

  Footprint footprint_of_pending(const Operation& op) const {
    return footprint_of(op, has_byte_set(op.kind) ? walk_.machine.byte_set(op.argument) : ByteSet{});
  }
  static const Pending* find(std::span<const Pending> list, ThreadId t) {
    for (const Pending& p : list)
      if (p.thread == t) return &p;
    return nullptr;
  }
  static bool same_operation(const Operation& a, const Operation& b) {
    return a.kind == b.kind && a.object == b.object && a.argument == b.argument && a.site == b.site;
  }

  // A new state. False: every enabled thread is asleep.
  bool enter() {
    const std::size_t depth = path_.size();
    if (frames_.size() == depth) frames_.emplace_back();
    Frame& f = frames_[depth];
    const std::span<const Pending> pending = walk_.machine.pending();
    f.pending.assign(pending.begin(), pending.end());
    f.enabled.clear();
    for (const Pending& p : pending)
      if (p.enabled) f.enabled.add(p.thread);
    f.sleep.clear();
    f.fatal.clear();
    if (sleep_sets_ && depth > 0) inherit_sleep(frames_[depth - 1], f);
    ThreadId first;
    if (f.enabled.empty()) walk_.bounds.add("internal error: a running state without an enabled thread");
    if (!ThreadSet::first_not_in(f.enabled, f.sleep, first)) return walk_.count_blocked(), false;
    // Fewer switches make a schedule that is easier to read.
    const bool stay = depth > 0 && f.enabled.has(path_.back().thread) && !f.sleep.has(path_.back().thread);
    f.backtrack.clear();
    f.backtrack.add(stay ? path_.back().thread : first);
    f.explored = 0;
    f.mark = path_.mark();
    explore(f, stay ? path_.back().thread : first);
    if (f.outcomes > 1 || ThreadSet::count_not_in(f.enabled, f.sleep) > 1) walk_.machine.save(f.saved);
    if (walk_.bounds.take_looked()) estimate();
    return true;
  }

  void explore(Frame& f, ThreadId t) {
    f.thread = t;
    f.choice = 0;
    f.outcomes = find(f.pending, t)->outcomes;
  }

  // Who was asleep (or explored) before the last step still is, unless the step may make a difference to it.
  void inherit_sleep(const Frame& before, Frame& now) {
    before.sleep.for_each([&](ThreadId t) {
      if (before.fatal.has(t)) return;
      const Pending* was = find(before.pending, t);
      const Pending* is = find(now.pending, t);
      if (was == nullptr || is == nullptr || !is->enabled || was->outcomes != is->outcomes) return;
      if (!same_operation(was->operation, is->operation)) return;
      if (!dependent(footprint_of_pending(was->operation), path_.back().footprint)) now.sleep.add(t);
    });
  }

  Standing step() {
    const Frame& f = frame(path_.size());
    const Standing standing = walk_.step(f.thread, f.choice);
    if (standing != Standing::Stopped) observe(walk_.last_step(), standing);
    return standing;
  }

  void observe(const Transition& t, Standing standing) {
    const bool has_set = has_byte_set(t.operation.kind);
    Footprint footprint = footprint_of(t, has_set ? walk_.machine.byte_set(t.operation.argument) : ByteSet{});
    footprint.exit |= standing == Standing::Failed;
    if (standing == Standing::Failed)
      consider_failure(t.thread, footprint);
    else if (sleep_sets_)
      consider(t.thread, footprint);
    else
      path_.races(t.thread, footprint);  // considered when it was pending
    const bool ends = standing == Standing::Finished || standing == Standing::Failed;
    path_.push(t.thread, footprint, ends);
    if (ends)
      end_others(top(), t.thread);
    else
      order_others(top().pending, walk_.machine.pending(), t.thread);
    for (const SilentOperation& silent : t.silent) observe_silent(silent, t.thread);
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
      ++old;
    }
    for (; old != before.end(); ++old) went_on(*old, stepper);
  }

  // A thread other than the stepper did silently what it was about to do.
  void went_on(const Pending& p, ThreadId stepper) {
    if (p.thread == stepper) return;
    if (p.enabled) consider(p);  // the step made it silent: a once that is done now
    path_.order_after_last(p.thread);
  }

  void observe_silent(const SilentOperation& op, ThreadId stepper) {
    path_.know(op.thread);
    if (op.thread != stepper) path_.order_after_last(op.thread);
    const ThreadId other(static_cast<std::uint16_t>(op.object));
    switch (op.kind) {
      case OperationKind::ThreadCreate:
        path_.know(other);
        path_.order_child(op.thread, other);
        break;
      case OperationKind::Join:
        path_.order_joined(op.thread, other);
        break;
      case OperationKind::OnceEnter:  // somebody else was first; it might have been this thread
        consider(op.thread, footprint_of(op));
        path_.order_acquired(op.thread);
        break;
      default:
        path_.add_release(op.thread, footprint_of(op));
        break;
    }
  }

  // An operation of p, executed or pending: makes sure that each of its races is tried in the other order. The path
  // has its clock afterwards.
  void consider(ThreadId p, const Footprint& footprint) {
    const std::vector<std::uint32_t>& races = path_.races(p, footprint);
    if (!sleep_sets_) {
      if (!races.empty()) add_one_of(path_.threads_leading_to(races.front(), p), frame(races.front()));
      return;
    }
    for (const std::uint32_t e : races) {
      Frame& f = frame(e);
      if (!f.backtrack.contains(f.enabled)) add_one_of(path_.initials(e, p), f);
    }
  }
  // The step of p ended the execution by a bug. Who knows what would have been if the others had waited.
  void consider_failure(ThreadId p, const Footprint& footprint) {
    for (const std::uint32_t e : path_.races(p, footprint)) {
      frame(e).fatal.add(path_[e].thread);
      add_one_of(path_.initials(e, p), frame(e));
    }
  }
  void consider(const Pending& p) { consider(p.thread, footprint_of_pending(p.operation)); }

  void add_one_of(const ThreadSet& candidates, Frame& f) {
    bool covered = false, found = false, awake = false;
    ThreadId chosen;
    candidates.for_each([&](ThreadId t) {
      covered |= f.backtrack.has(t);
      if (!f.enabled.has(t) || awake) return;
      found = true;
      awake = !f.sleep.has(t);
      chosen = t;
    });
    if (covered) return;
    if (found)
      f.backtrack.add(chosen);
    else
      f.backtrack.add_all(f.enabled);
  }

  // The execution ends here, or goes on only in ways that were explored before.
  void leave(Standing standing) {
    if (standing == Standing::Finished) return;
    for (const Pending& p : walk_.machine.pending()) {
      path_.know(p.thread);
      consider(p);
    }
  }

  // To the latest state where something is left to try. False: there is none, or a bound forbids it.
  bool go_back() {
    for (std::size_t depth = path_.size(); depth-- > 0;) {
      Frame& f = frame(depth);
      if (++f.choice == f.outcomes) {
        f.sleep.add(f.thread);
        ++f.explored;
        ThreadId next;
        if (!ThreadSet::first_not_in(f.backtrack, f.sleep, next)) continue;
        explore(f, next);
      }
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
      const double known = f.explored + std::max(1u, ThreadSet::count_not_in(f.backtrack, f.sleep));
      below /= known;
      share += below * f.explored;
    }
    walk_.set_share_done(share);
  }

  Walk<M, L>& walk_;
  const bool sleep_sets_;
  Path path_;
  std::vector<Frame> frames_;  // those beyond the path are kept for reuse
};

template <class M, class L>
SearchOutcome search_dpor(M& machine, const CheckOptions& options, L& listener, LiveState& live) {
  Walk<M, L> walk(machine, options, listener, live);
  const bool covered = Dpor<M, L>(walk, !options.no_sleep).run();
  return walk.outcome(covered, "dpor");
}

}  // namespace heddle
