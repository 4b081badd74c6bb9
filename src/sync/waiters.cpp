// Waiting on a condition or a futex, and being woken: what the two have in common.
//
// A wake-up of one thread has an outcome for each thread that waits, in the order of their ranks. Timed waiters need
// care: one that has reached its time limit is no waiter any more, though it could not run yet to say so (it needs the
// mutex, or just a turn). A thread that waits here may be seen as such a one or not, until somebody wakes it:
//   wake one   goes to a waiter that has not given up; that the others may have is told by their later time-outs. If no
//              waiter is without time limit, all may have given up: one more outcome, in which the wake-up is lost
//              and all of them time out. (Leaving them to wait instead would let them swallow the wake-up of a
//              thread that comes later.)
//   wake all   each timed waiter may have given up before: it decides when it goes on (Wake::WokenOrTimedOut).
#include <cerrno>

#include "sync/world.h"

namespace heddle::sync {

// Invariant: count is the number of threads with `waiting` and waits_on == the object; limit that of the untimed ones.
void World::start_waiting(ThreadId t, ObjectId id, bool timed) {
  Thread& thread = threads_[t.index()];
  Object& o = at(id);
  journal_.remember(thread);
  journal_.remember(o);
  thread.waiting = true;
  thread.timed = timed;
  thread.waits_on = id;
  ++o.count;
  if (!timed) ++o.limit;
}

void World::wake(ThreadId t, Wake how) {
  Thread& thread = threads_[t.index()];
  journal_.remember(thread);
  if (thread.waits_on != kNoObject) {
    Object& o = at(thread.waits_on);
    journal_.remember(o);
    --o.count;
    if (!thread.timed) --o.limit;
    if (o.count == 0) o.mutex = kNoObject;
  }
  thread.waiting = thread.signalled = false;
  thread.waits_on = kNoObject;
  thread.wake = how;
}

bool World::cancel_wait(ThreadId t) {
  const Thread& thread = threads_[t.index()];
  if (!thread.waiting || thread.mutex == kNoObject) return false;
  wake(t, Wake::Woken);
  return true;
}

Choice World::outcomes_of_late_cancel(ThreadId t, ObjectId condition) const {
  const Thread& thread = threads_[t.index()];
  if (thread.waiting || thread.mutex == kNoObject) return 0;
  const Object& o = object(condition);
  return thread.signalled && o.kind == ObjectKind::Condition && o.count > 1 ? static_cast<Choice>(o.count) : 1;
}

// POSIX: who is cancelled does not consume a signal as long as there are others.
void World::cancel_late(ThreadId t, ObjectId condition, Choice choice) {
  if (threads_[t.index()].signalled && object(condition).kind == ObjectKind::Condition) wake_nth(condition, choice);
}

int World::end_waiting(ThreadId t, Choice choice) {
  Thread& thread = threads_[t.index()];
  bool timed_out;
  if (thread.waiting) {  // nobody woke it: a time-out, or a spurious wake-up (outcome 0 where both are possible)
    timed_out = thread.timed && !(spurious_ && thread.mutex != kNoObject && choice == 0);
    wake(t, Wake::Woken);
  } else {
    timed_out = thread.wake == Wake::TimedOut || (thread.wake == Wake::WokenOrTimedOut && choice == 1);
    journal_.remember(thread);
  }
  thread.timed = thread.signalled = false;
  thread.wake = Wake::Woken;
  thread.mutex = kNoObject;
  return timed_out ? ETIMEDOUT : 0;
}

Choice World::end_of_wait_outcomes(const Thread& thread, bool spurious) const {
  if (thread.waiting) return thread.timed && spurious ? 2 : 1;
  return thread.wake == Wake::WokenOrTimedOut ? 2 : 1;
}

std::uint32_t World::wake_nth(ObjectId id, std::uint32_t n) {
  std::optional<ThreadId> waiter = next_waiter(id, -1);
  for (; waiter && n > 0; --n) waiter = next_waiter(id, threads_[waiter->index()].rank);
  if (!waiter) return 0;
  wake(*waiter, Wake::Woken);
  threads_[waiter->index()].signalled = true;
  return 1;
}

std::optional<ThreadId> World::next_waiter(ObjectId id, int rank) const {
  std::optional<ThreadId> next;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (!threads_[i].waiting || threads_[i].waits_on != id || threads_[i].rank <= rank) continue;
    if (!next || threads_[i].rank < threads_[next->index()].rank) next = ThreadId(static_cast<std::uint16_t>(i));
  }
  return next;
}

// Returns how many were woken, those that may turn out to have given up included.
std::uint32_t World::wake_all(ObjectId id, Wake of_timed) {
  std::uint32_t woken = 0;
  for (std::size_t i = 0; object(id).count > 0 && i < threads_.size(); ++i) {
    const Thread& thread = threads_[i];
    if (!thread.waiting || thread.waits_on != id) continue;
    const Wake how = thread.timed ? of_timed : Wake::Woken;
    woken += how != Wake::TimedOut;
    wake(ThreadId(static_cast<std::uint16_t>(i)), how);
  }
  return woken;
}

Choice World::wake_one_outcomes(const Object& o) const {
  const bool waited_on = (o.kind == ObjectKind::Condition || o.kind == ObjectKind::Futex) && o.count > 0;
  if (!waited_on) return 1;
  return static_cast<Choice>(o.count + (o.limit == 0 ? 1 : 0));
}

std::uint32_t World::wake_one(ObjectId id, Choice choice) {
  const Object& o = object(id);
  if (o.count == 0) return 0;
  return choice < o.count ? wake_nth(id, choice) : wake_all(id, Wake::TimedOut);
}

}  // namespace heddle::sync
