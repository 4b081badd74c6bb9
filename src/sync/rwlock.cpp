// Read/write locks. Readers share, a writer is alone; a waiting writer does not keep new readers out (the default of
// glibc, and what lets a thread take a read lock twice).
//
// Locks that prefer writers (PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP), as in glibc: a writer first says that it is
// there (RwWriteArrive). While it waits and others read, nobody else begins to read, not even who reads already. When
// the last of them leaves, or another writer does, the lock is handed over: it is free, but for writers only. A writer
// that has just come to a free lock may still be overtaken by one reader. Trying to lock fails as soon as a writer is
// there. A time limit ends the wait of a writer, and lets the readers in.
//
// Two kinds of order, hence two parts: a write unlock happens before later read and write locks (part one), a read
// unlock before later write locks (part two); readers are not ordered among each other. Only a thread's first read lock
// and last read unlock make edges.
//
// A thread that holds the lock in either way and asks for it to write, or holds it to write and asks to read, waits for
// itself: misuse. A timed or try operation just fails. How often each thread holds a read lock stands in a list of
// ReadHolds per lock.
#include <cassert>
#include <cerrno>

#include "sync/world.h"

namespace heddle::sync {
namespace {

constexpr std::uint8_t kHandedOver = 1;  // in flags

}  // namespace

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

bool World::keeps_readers_out(const Object& lock) {
  return lock.limit > 0 && (lock.count > 0 || lock.flags == kHandedOver);
}

void World::arrive_to_write(ThreadId t, ObjectId id) {
  journal_.remember(at(id));
  journal_.remember(threads_[t.index()]);
  ++at(id).limit;
  threads_[t.index()].writes = id;
}

void World::stop_waiting_to_write(ThreadId t, ObjectId id) {
  if (threads_[t.index()].writes != id) return;
  journal_.remember(threads_[t.index()]);
  threads_[t.index()].writes = kNoObject;
  Object& lock = at(id);
  journal_.remember(lock);
  assert(lock.limit > 0);
  --lock.limit;
  if (lock.limit == 0 || lock.owned) lock.flags = 0;
}

void World::read_lock(ThreadId t, const Operation& op, Effect& e) {
  Object& lock = at(op.id);
  if ((op.argument & kPrefersWriters) != 0 && !lock.owned && op.kind != OperationKind::RwReadLock) {
    const bool tries = op.kind == OperationKind::RwTryReadLock;
    if (tries ? lock.limit > 0 : keeps_readers_out(lock)) return give_up(op, e);
  }
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
  if (op.kind == OperationKind::RwTryWriteLock && lock.limit > 0 && !lock.owned) return give_up(op, e);
  if (lock.owned || lock.count > 0) {
    stop_waiting_to_write(t, op.id);
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
  stop_waiting_to_write(t, op.id);
  e.add(EdgeKind::Acquire, op.id, Hold::Exclusive);
  e.add(EdgeKind::Acquire, second_part(op.id));
}

void World::unlock_rwlock(ThreadId t, const Operation& op, Effect& e) {
  Object& lock = at(op.id);
  if (lock.owned && lock.owner == t) {
    journal_.remember(lock);
    lock.owned = false;
    lock.owner = ThreadId{};
    if (lock.limit > 0) lock.flags = kHandedOver;
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
  if (lock.count == 0 && lock.limit > 0) lock.flags = kHandedOver;
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
  if (choice != 0) {
    stop_waiting_to_write(t, op.id);
    return give_up(op, e);
  }
  switch (lock_effect(op.kind)) {
    case LockEffect::TakesShared:
      return read_lock(t, op, e);
    case LockEffect::Takes:
      return write_lock(t, op, e);
    case LockEffect::Releases:
      return unlock_rwlock(t, op, e);
    case LockEffect::Keeps:  // RwWriteArrive
      return arrive_to_write(t, op.id);
    case LockEffect::TakesAll:  // none of these
      return;
  }
}

}  // namespace heddle::sync
