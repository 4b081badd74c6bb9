#include "search/reduction.h"

#include "support/invariant.h"

namespace heddle {

void Reduction::explore(State& s, const Pending& p, Choice choice) {
  HEDDLE_INVARIANT(s.enabled.has(p.thread) && choice < p.outcomes);
  s.thread = p.thread;
  s.choice = choice;
  s.outcomes = p.outcomes;
}

bool Reduction::find_awake(const State& s, ThreadId& found) const {
  if (path_.size() > 0 && s.enabled.has(path_.back().thread) && !s.sleep.has(path_.back().thread)) {
    found = path_.back().thread;
    return true;
  }
  return ThreadSet::first_not_in(s.enabled, s.sleep.threads(), found);
}

Footprint Reduction::footprint_of_pending(const Operation& op) const {
  return is_inert(op.kind, op.object) ? Footprint{} : footprint_of(op, byte_set_of(walk_.machine, op));
}

void Reduction::consider(ThreadId p, const Operation& operation, const Footprint& footprint) {
  const std::vector<std::uint32_t>& races = path_.races(p, footprint);
  if (!races.empty()) treat(races, p, operation, footprint, false);
}

bool Reduction::enter(Frame& frame, std::size_t depth) {
  states_.grow_to(depth + 1);
  State& s = states_[depth];
  const std::span<const Pending> pending = walk_.machine.pending();
  if (depth == 0)
    for (const Pending& p : pending) path_.know(p.thread);
  s.pending.assign(pending.begin(), pending.end());
  s.enabled.clear();
  for (const Pending& p : pending)
    if (p.enabled) s.enabled.add(p.thread);
  s.sleep.clear();
  s.fatal.clear();
  s.mark = path_.mark();
  if (sleep_sets_ && depth > 0) {
    const State& before = states_[depth - 1];
    const Path::Step& step = path_.back();
    s.sleep.inherit(before.sleep, before.fatal, before.pending, s.pending, step.thread, step.footprint,
                    path_.signature(depth - 1));
  }
  if (s.enabled.empty()) walk_.bounds.add(kNobodyEnabled);
  if (!choose_first(s, depth)) return false;
  frame.step = {s.thread, s.choice};
  frame.is_saved = may_come_back(s);
  return true;
}

void Reduction::executed(const Transition& t, Standing standing) {
  HEDDLE_INVARIANT(t.thread == state(path_.size()).thread && t.choice == state(path_.size()).choice);
  Footprint footprint;
  if (!is_inert(t.operation.kind, t.operation.object))
    footprint = footprint_of(t, byte_set_of(walk_.machine, t.operation));
  footprint.exit |= standing == Standing::Failed;
  State& s = state(path_.size());
  s.before = t.before;
  std::size_t alive = s.pending.size();
  meet(t.operation.kind, alive);
  const std::vector<std::uint32_t>& races = path_.races(t.thread, footprint);
  if (standing == Standing::Failed)  // who knows what would have been if the others had waited
    for (const std::uint32_t e : races) state(e).fatal.add(path_[e].thread);
  if (!races.empty() && (sleep_sets_ || standing == Standing::Failed))
    treat(races, t.thread, t.operation, footprint, true);
  const bool ends = standing == Standing::Finished || standing == Standing::Failed;
  path_.push(t.thread, footprint, ends);
  stepped(t.thread, footprint);
  if (ends)
    end_others(top(), t.thread);
  else
    order_others(top().pending, walk_.machine.pending(), t.thread);
  for (const SilentOperation& silent : t.silent) {
    if (silent.kind == OperationKind::ThreadCreate) ++alive;
    meet(silent.kind, alive);
    observe_silent(silent, t.thread);
  }
  if (!sleep_sets_ && !ends)
    for (const Pending& p : walk_.machine.pending()) consider(p);
}

// The last step was the end also for the others, whatever they were about to do.
void Reduction::end_others(State& s, ThreadId stepper) {
  s.fatal.add(stepper);
  for (const Pending& p : s.pending)
    if (p.thread != stepper) consider(p);
}

// Whoever was created, enabled or let go by the last step comes after it. Both lists are in thread order.
void Reduction::order_others(std::span<const Pending> before, std::span<const Pending> now, ThreadId stepper) {
  auto old = before.begin();
  for (const Pending& p : now) {
    for (; old != before.end() && old->thread < p.thread; ++old) went_on(*old, stepper);  // and ended
    path_.know(p.thread);
    if (old == before.end() || old->thread != p.thread) {
      if (p.thread != stepper) order_after_step(p.thread, stepper);
      continue;
    }
    if (!same_operation(old->operation, p.operation))
      went_on(*old, stepper);
    else if (!old->enabled && p.enabled && p.thread != stepper)
      path_.order_enabled(p.thread);
    else if (old->enabled && !p.enabled && p.thread != stepper)
      disabled(p);
    ++old;
  }
  for (; old != before.end(); ++old) went_on(*old, stepper);
}

// A thread other than the stepper did silently what it was about to do.
void Reduction::went_on(const Pending& p, ThreadId stepper) {
  if (p.thread == stepper) return;
  // A once that is done now: it might have been this thread that did it.
  if (p.enabled || p.operation.kind == OperationKind::OnceEnter) consider(p);
  order_after_step(p.thread, stepper);
}

void Reduction::order_after_step(ThreadId t, ThreadId stepper) {
  path_.order_after_last(t);
  ordered(t, stepper);
}

void Reduction::observe_silent(const SilentOperation& op, ThreadId stepper) {
  path_.know(op.thread);
  if (op.thread != stepper) order_after_step(op.thread, stepper);
  const ThreadId other(static_cast<std::uint16_t>(op.object));
  Operation enter;
  switch (traits(op.kind).silently) {
    case Silently::Creates:
      path_.know(other);
      path_.order_child(op.thread, other);
      ordered(other, op.thread);
      break;
    case Silently::Joins:
      path_.know(other);  // it may have ended before the first state
      path_.order_joined(op.thread, other);
      ordered(op.thread, other);
      break;
    case Silently::Enters:  // somebody else was first; it might have been this thread
      enter.kind = op.kind;
      consider(op.thread, enter, footprint_of(op));
      did(op.thread, footprint_of(op));
      path_.order_acquired(op.thread);
      break;
    case Silently::Releases:
      if (!is_inert(op.kind, op.object)) path_.add_release(op.thread, footprint_of(op));
      break;
    case Silently::Unnoticed:  // no machine tells of these
      break;
  }
}

void Reduction::ended(Standing standing) {
  if (standing != Standing::Finished) {
    for (const Pending& p : walk_.machine.pending()) {
      path_.know(p.thread);
      consider(p);
    }
  }
  end();
}

bool Reduction::next(Frame& frame, std::size_t depth) {
  if (depth >= path_.size()) return false;  // cut off: nothing has to be explored from there (pruning.h)
  State& s = state(depth);
  s.sleep.add({s.thread, s.choice, s.outcomes, path_[depth].footprint, path_.signature(depth)});
  if (!choose_next(s, depth)) return false;
  path_.go_back(depth, s.mark);
  frame.step = {s.thread, s.choice};
  return true;
}

void Reduction::write_plan(std::size_t depth, WordWriter& out) const {
  const State& s = state(depth);
  out.put(s.outcomes);
  write_sleep(s.sleep, out);
  write_threads(s.fatal, out);
  write_own_plan(s, depth, out);
  out.put(s.thread.index());
  out.put(s.choice);
}

void Reduction::read_plan(Frame& frame, std::size_t depth, WordReader& in) {
  State& s = state(depth);
  s.outcomes = static_cast<Choice>(in.take());
  read_sleep(s.sleep, in, kept_);
  read_threads(s.fatal, in);
  read_own_plan(s, depth, in);
  s.thread = read_thread(in);
  s.choice = static_cast<Choice>(in.take());
}

}  // namespace heddle
