// Mutexes: normal, recursive and error-checking. The kind is that of the init operation or of the first use.
//
//   by its owner again    lock                 timed lock    trylock     unlock by another thread
//   normal                misuse, EDEADLK      ETIMEDOUT     EBUSY       misuse, EPERM
//   error-checking        EDEADLK              EDEADLK       EBUSY (*)   EPERM
//   recursive             one level deeper     deeper        deeper      misuse, EPERM
//
// (*) EDEADLK if it is robust, as glibc has it.
//
// A timed lock never blocks here: it takes a free mutex and times out on one that is held. That it waits for a while
// and then gets the mutex is the schedule in which it is executed later. Only the outermost lock and unlock of a
// recursive mutex make edges; a lock that was not got makes none.
//
// Robust mutexes: when the owner ends, the next to lock gets it with EOWNERDEAD; if it unlocks without having made the
// mutex consistent, nobody ever gets it again (ENOTRECOVERABLE). The end of the owner releases like an unlock.
#include <cerrno>

#include "sync/world.h"

namespace heddle::sync {
namespace {

constexpr std::uint8_t kOwnerDied = 8, kNotRecoverable = 16;  // in flags

MutexKind kind_of(const Object& mutex) { return static_cast<MutexKind>(mutex.flags & 3); }

// What a lock operation by the owner of a mutex that is not recursive returns.
int relock_result(OperationKind operation, const Object& mutex) {
  const MutexKind kind = kind_of(mutex);
  const bool robust = (mutex.flags & kRobust) != 0;
  if (operation == OperationKind::MutexTryLock) return robust && kind == MutexKind::ErrorCheck ? EDEADLK : EBUSY;
  if (operation == OperationKind::MutexTimedLock && kind == MutexKind::Normal) return ETIMEDOUT;
  return EDEADLK;
}

}  // namespace

void World::lock_mutex(ThreadId t, ObjectId id, Effect& e) {
  Object& mutex = at(id);
  if ((mutex.flags & kNotRecoverable) != 0) {
    e.result = ENOTRECOVERABLE;
    return;
  }
  if ((mutex.flags & kOwnerDied) != 0 && !mutex.owned) e.result = EOWNERDEAD;
  journal_.remember(mutex);
  if (!mutex.owned) e.add(EdgeKind::Lock, id);
  mutex.owned = true;
  mutex.owner = t;
  ++mutex.count;
}

void World::unlock_mutex(ObjectId id, Effect& e) {
  Object& mutex = at(id);
  journal_.remember(mutex);
  if (--mutex.count > 0) return;
  if ((mutex.flags & kOwnerDied) != 0)
    mutex.flags = static_cast<std::uint8_t>(mutex.flags ^ kOwnerDied ^ kNotRecoverable);
  mutex.owned = false;
  mutex.owner = ThreadId{};
  e.add(EdgeKind::Unlock, id);
}

// The owner ends.
void World::abandon_mutex(ObjectId id, Effect& e) {
  Object& mutex = at(id);
  journal_.remember(mutex);
  mutex.count = 1;
  mutex.flags &= static_cast<std::uint8_t>(~kOwnerDied);
  unlock_mutex(id, e);
  mutex.flags |= kOwnerDied;
}

void World::make_consistent(ThreadId t, ObjectId id, Effect& e) {
  Object& mutex = at(id);
  if ((mutex.flags & kOwnerDied) == 0 || !mutex.owned || mutex.owner != t) {
    e.result = EINVAL;
    return;
  }
  journal_.remember(mutex);
  mutex.flags &= static_cast<std::uint8_t>(~kOwnerDied);
}

std::optional<ObjectId> World::robust_mutex_of(ThreadId t) const {
  for (std::size_t i = 0; robust_ && i < objects_.size(); ++i) {
    const Object& o = objects_[i];
    if (o.kind == ObjectKind::Mutex && o.owned && o.owner == t && (o.flags & kRobust) != 0)
      return ObjectId(static_cast<std::uint32_t>(i * kParts));
  }
  return std::nullopt;
}

void World::apply_mutex(ThreadId t, const Operation& op, Choice choice, Effect& e) {
  Object& mutex = at(op.id);
  if (op.kind == OperationKind::MutexDestroy) {
    const bool as_spin = (op.argument & kSpin) != 0;
    if (mutex.kind == ObjectKind::Mutex && ((mutex.flags & kSpin) != 0) != as_spin)
      fail(e, EINVAL, Misuse::WrongKind);
    else
      destroy(op, ObjectKind::Mutex, e);
    return;
  }
  const bool first_use = mutex.kind != ObjectKind::Mutex;
  if (mutex.kind == ObjectKind::None && op.kind != OperationKind::MutexInit && (op.argument & kSpin) != 0) {
    fail(e, EINVAL, Misuse::NotInitialised);  // there is no static initialiser; zero, on this machine, is a held one
    return;
  }
  if (op.kind == OperationKind::MutexInit)
    initialise(op, ObjectKind::Mutex, e);
  else
    live(op, ObjectKind::Mutex, e);
  if (e.misuse != Misuse::None) return;
  if (!first_use && op.kind != OperationKind::MutexInit && op.kind != OperationKind::MutexAbandon &&
      ((mutex.flags ^ op.argument) & kSpin) != 0) {
    fail(e, EINVAL, Misuse::WrongKind);
    return;
  }
  if (first_use || op.kind == OperationKind::MutexInit) mutex.flags = static_cast<std::uint8_t>(op.argument);
  robust_ |= (mutex.flags & kRobust) != 0;
  if (op.kind == OperationKind::MutexInit) return;
  if (op.kind == OperationKind::MutexAbandon) return abandon_mutex(op.id, e);
  if (op.kind == OperationKind::MutexConsistent) return make_consistent(t, op.id, e);
  if (choice != 0) return give_up(op, e);

  const bool mine = mutex.owned && mutex.owner == t;
  if (op.kind == OperationKind::MutexUnlock) {
    if (mine)
      unlock_mutex(op.id, e);
    else if (kind_of(mutex) == MutexKind::ErrorCheck)
      e.result = EPERM;  // what this kind is for: the caller may rely on the answer
    else
      fail(e, EPERM, Misuse::UnlockNotOwned);
  } else if (!mutex.owned || (mine && kind_of(mutex) == MutexKind::Recursive)) {
    lock_mutex(t, op.id, e);
  } else if (!mine) {
    e.result = op.kind == OperationKind::MutexTryLock ? EBUSY : ETIMEDOUT;  // a lock would not be enabled
  } else {
    e.result = relock_result(op.kind, mutex);
    if (op.kind == OperationKind::MutexLock && kind_of(mutex) == MutexKind::Normal) e.misuse = Misuse::RelockOwned;
  }
}

}  // namespace heddle::sync
