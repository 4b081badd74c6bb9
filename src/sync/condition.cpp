// Condition variables. A wait is two operations: CondWait releases the mutex and starts to wait, CondReacquire goes on
// when the thread was woken (or gives up, or wakes spuriously) and the mutex is free. The order between threads comes
// from the mutex alone. Which waiter a signal wakes: waiters.cpp.
//
// A recursive mutex is released by one level, as POSIX says of it: held more than once it stays locked, and whoever
// should change the condition under it waits forever. That deadlock is found as any other.
//
// Threads are bound to the condition with their mutex until they are woken. From then on they do not look at the
// condition again, so that it may be destroyed after a broadcast although they have not run yet.
#include <cerrno>

#include "sync/world.h"

namespace heddle::sync {

void World::start_condition_wait(ThreadId t, const Operation& op, Effect& e) {
  Object& condition = at(op.id);
  const ObjectId* mutex_id = index_.find(op.argument);
  const Object* mutex = mutex_id == nullptr ? nullptr : &object(*mutex_id);
  if (mutex == nullptr || mutex->kind != ObjectKind::Mutex || !mutex->owned || mutex->owner != t) {
    fail(e, EPERM, Misuse::WaitWithoutMutex);
    return;
  }
  if (condition.count > 0 && condition.mutex != *mutex_id) {
    fail(e, EINVAL, Misuse::WaitWithOtherMutex);
    return;
  }
  start_waiting(t, op.id, op.kind == OperationKind::CondTimedWait);
  condition.mutex = *mutex_id;  // both remembered by start_waiting
  threads_[t.index()].mutex = *mutex_id;
  unlock_mutex(*mutex_id, e);
  e.next = op;
  e.next->kind = OperationKind::CondReacquire;
}

void World::reacquire(ThreadId t, const Operation& op, Choice choice, Effect& e) {
  Operation lock = op;
  lock.id = thread(t).mutex;
  if (!live(lock, ObjectKind::Mutex, e)) return;
  e.forgets = false;  // that would be about the condition
  e.result = end_waiting(t, choice);
  lock_mutex(t, lock.id, e);
}

void World::apply_condition(ThreadId t, const Operation& op, Choice choice, Effect& e) {
  if (op.kind == OperationKind::CondReacquire) return reacquire(t, op, choice, e);
  if (op.kind == OperationKind::CondInit) return initialise(op, ObjectKind::Condition, e);
  if (op.kind == OperationKind::CondDestroy) return destroy(op, ObjectKind::Condition, e);
  if (!live(op, ObjectKind::Condition, e)) return;
  if (op.kind == OperationKind::CondSignal)
    wake_one(op.id, choice);
  else if (op.kind == OperationKind::CondBroadcast)
    wake_all(op.id, Wake::WokenOrTimedOut);
  else
    start_condition_wait(t, op, e);
}

}  // namespace heddle::sync
