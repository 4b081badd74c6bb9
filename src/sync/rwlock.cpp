// Read/write locks. Readers share, a writer is alone; a waiting writer does not keep new readers out (the default of
// glibc, and what lets a thread take a read lock twice).
//
// Two kinds of order, hence two parts: a write unlock happens before later read and write locks (part one), a read
// unlock before later write locks (part two); readers are not ordered among each other. Only a thread's first read lock
// and last read unlock make edges.
//
// A thread that holds the lock in either way and asks for it to write, or holds it to write and asks to read, waits for
// itself: misuse. A timed or try operation just fails. How often each thread holds a read lock stands in a list of
// ReadHolds per lock.
#include <cerrno>

#include "sync/world.h"

namespace heddle::sync {

std::uint32_t World::find_hold(ThreadId t, const Object& o) const {
  for (std::uint32_t i = o.readers; i != 0; i = holds_[i - 1].next)
    if (holds_[i - 1].thread == t) return i;
  return 0;
}

std::uint32_t World::read_locks(ThreadId t, ObjectId id) const {
  const std::uint32_t hold = find_hold(t, object(id));
  return hold == 0 ? 0 : holds_[hold - 1].count;
}

// Takes a hold that was found in the lock's list out of it. The caller has remembered the lock or does so here.
void World::drop_hold(Object& o, std::uint32_t hold) {
  journal_.remember(o);
  if (o.readers == hold) {
    o.readers = holds_[hold - 1].next;
  } else {
    std::uint32_t before = o.readers;
    while (holds_[before - 1].next != hold) before = holds_[before - 1].next;
    journal_.remember(holds_[before - 1]);
    holds_[before - 1].next = holds_[hold - 1].next;
  }
  ReadHold& dropped = holds_[hold - 1];
  journal_.remember(dropped);
  journal_.remember(free_hold_);
  dropped = ReadHold{ThreadId{}, 0, free_hold_};
  free_hold_ = hold;
}

void World::read_lock(ThreadId t, const Operation& op, Effect& e) {
  Object& lock = at(op.id);
  if (lock.owned) {
    const bool mine = lock.owner == t;
    if (op.kind == OperationKind::RwReadLock)
      fail(e, EDEADLK, Misuse::RelockOwned);  // by another: would not be enabled
    else if (op.kind == OperationKind::RwTryReadLock)
      e.result = EBUSY;
    else
      e.result = mine ? EDEADLK : ETIMEDOUT;
    return;
  }
  journal_.remember(lock);
  ++lock.count;
  std::uint32_t hold = find_hold(t, lock);
  if (hold == 0) {
    if (free_hold_ != 0) {
      hold = free_hold_;
      journal_.remember(free_hold_);
      free_hold_ = holds_[hold - 1].next;
    } else {
      journal_.remember(holds_used_);
      hold = ++holds_used_;
      holds_.grow_to(hold);
    }
    journal_.remember(holds_[hold - 1]);
    holds_[hold - 1] = ReadHold{t, 0, lock.readers};
    lock.readers = hold;
    e.add(EdgeKind::Acquire, op.id, Hold::Shared);
  } else {
    journal_.remember(holds_[hold - 1]);
  }
  ++holds_[hold - 1].count;
}

void World::write_lock(ThreadId t, const Operation& op, Effect& e) {
  Object& lock = at(op.id);
  if (lock.owned || lock.count > 0) {
    const bool mine = lock.owned && lock.owner == t;
    if (op.kind == OperationKind::RwWriteLock)
      fail(e, EDEADLK, Misuse::RelockOwned);
    else if (op.kind == OperationKind::RwTryWriteLock)
      e.result = EBUSY;
    else
      e.result = mine ? EDEADLK : ETIMEDOUT;
    return;
  }
  journal_.remember(lock);
  lock.owned = true;
  lock.owner = t;
  e.add(EdgeKind::Acquire, op.id, Hold::Exclusive);
  e.add(EdgeKind::Acquire, second_part(op.id));
}

void World::unlock_rwlock(ThreadId t, const Operation& op, Effect& e) {
  Object& lock = at(op.id);
  if (lock.owned && lock.owner == t) {
    journal_.remember(lock);
    lock.owned = false;
    lock.owner = ThreadId{};
    e.add(EdgeKind::Release, op.id, Hold::Ends);
    return;
  }
  const std::uint32_t hold = find_hold(t, lock);
  if (hold == 0) {
    fail(e, EPERM, Misuse::UnlockNotOwned);
    return;
  }
  journal_.remember(lock);
  --lock.count;
  if (holds_[hold - 1].count == 1) {
    drop_hold(lock, hold);
    e.add(EdgeKind::Release, second_part(op.id), Hold::EndsShared);
  } else {
    journal_.remember(holds_[hold - 1]);
    --holds_[hold - 1].count;
  }
}

void World::apply_rwlock(ThreadId t, const Operation& op, Choice choice, Effect& e) {
  if (op.kind == OperationKind::RwInit) return initialise(op, ObjectKind::RwLock, e);
  if (op.kind == OperationKind::RwDestroy) return destroy(op, ObjectKind::RwLock, e);
  if (!live(op, ObjectKind::RwLock, e)) return;
  if (choice != 0) return give_up(op, e);
  switch (op.kind) {
    case OperationKind::RwReadLock:
    case OperationKind::RwTryReadLock:
    case OperationKind::RwTimedReadLock:
      return read_lock(t, op, e);
    case OperationKind::RwUnlock:
      return unlock_rwlock(t, op, e);
    default:
      return write_lock(t, op, e);
  }
}

}  // namespace heddle::sync
