// What each thread is about to do, whether it can, and with which outcomes: what a search chooses from.
//
//   list_pending             of all live threads; list and listed: of one, and when all are listed
//   all_wait_for_no_reason   who could go on only by a spurious wake-up
//   outcomes, enabled        of one operation; what an object has to say is in sync/world.h
#include "machine/engine.h"

namespace heddle {

// What the live threads are about to do. Returns how many of them can.
std::size_t Engine::list_pending() {
  pending.clear();
  std::size_t ready = 0;
  for (std::size_t i = 0; i < threads.size(); i++) {
    const ThreadRecord& record = threads[i];
    if (!record.live) continue;
    const ThreadId t(static_cast<std::uint16_t>(i));
    ready += list(t, record, enabled(t, record.pending));
  }
  return listed(ready);
}

std::size_t Engine::list(ThreadId t, const ThreadRecord& record, bool can) {
  const bool simple = outcomes_of(record.pending.kind) == Outcomes::One && !record.pending.cancellable;
  Pending& p = pending.emplace_back();
  p.thread = t;
  p.enabled = can;
  if (!simple) [[unlikely]]
    p.outcomes = outcomes(t, record.pending);
  p.operation = record.pending;
  return can ? 1 : 0;
}

std::size_t Engine::listed(std::size_t ready) {
  pending_is_stale = false;
  return options.scope && !in_explored_scope ? only_one(ready) : ready;
}

// Whoever could go on could do so only by waking up though nobody has woken it. That may happen, but need not: then
// this is where the program stays, and they count as blocked.
bool Engine::all_wait_for_no_reason() {
  for (const Pending& p : pending) {
    if (p.enabled && !waits_for_no_reason(p.thread, p.operation)) return false;
  }
  for (Pending& p : pending) p.enabled = false;
  return true;
}

// If it goes on now, then by a spurious wake-up.
bool Engine::waits_for_no_reason(ThreadId t, const Operation& op) const {
  const sync::Thread& thread = world.thread(t);
  return op.kind == OperationKind::CondReacquire && thread.waiting && !thread.timed;
}

Choice Engine::outcomes(ThreadId t, const Operation& op) const {
  switch (outcomes_of(op.kind)) {
    case Outcomes::One:  // a join is silent: it is done as soon as it can be
      if (!may_cancel(t, op) || op.kind == OperationKind::Join) return 1;
      break;
    case Outcomes::Chosen:
      return static_cast<Choice>(op.argument);
    case Outcomes::OverOrNot:
      return outcomes_of_cancel(ThreadId(static_cast<std::uint16_t>(op.object)));
    case Outcomes::HeldForAMoment:
      return is_held_for_a_moment(t, op) ? 2 : 1;
    case Outcomes::WhichWaiter:
    case Outcomes::WhichWaiters:
    case Outcomes::EndOfWait:
      break;
  }
  if (may_cancel(t, op)) return may_go_on(t, op) ? world.outcomes(t, op) + 1 : 1;
  return world.outcomes(t, op);
}

bool Engine::enabled_if(Waits waits, ThreadId t, const Operation& op) const {
  switch (waits) {
    case Waits::Never:
      return true;
    case Waits::ForMutex:
      return world.may_lock_mutex(t, op.id) && (op.width == 0 || !waits_in_vain(t, op.object));
    case Waits::ForWakeUpAndMutex:
      return !(world.thread(t).waiting && waits_in_vain(t, op.argument)) && world.enabled(t, op);
    case Waits::ToRead:
    case Waits::ToWrite:
    case Waits::ForWakeUp:
    case Waits::ForCount:
    case Waits::ForGeneration:
    case Waits::ForInitialiser:
    case Waits::ForThread:
      return world.enabled(t, op) || may_cancel(t, op);
    case Waits::ForLocks:
      return all_free(t, op);
    case Waits::ForWord:
      return op.argument == 0 || is_set(op.argument) || may_cancel(t, op);
    case Waits::ForOneWord:
      return one_is_set(op.argument) || may_cancel(t, op);
    case Waits::ForChange:
      return roaming || !goes_on_spinning(t);
    case Waits::Forever:
      return op.kind == OperationKind::LoopCut && roaming && op.argument != 0;
    case Waits::ForStart:
      return false;
  }
  return false;
}

}  // namespace heddle
