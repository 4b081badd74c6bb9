// Mutexes: normal, recursive and error-checking. The kind is that of the init operation or of the first use.
//
//   by its owner again    lock                 timed lock    trylock     unlock by another thread
//   normal                misuse, EDEADLK      ETIMEDOUT     EBUSY       misuse, EPERM
//   error-checking        EDEADLK              EDEADLK       EBUSY       misuse, EPERM
//   recursive             one level deeper     deeper        deeper      misuse, EPERM
//
// A timed lock never blocks here: it takes a free mutex and times out on one that is held. That it waits for a while
// and then gets the mutex is the schedule in which it is executed later. Only the outermost lock and unlock of a
// recursive mutex make edges; a lock that was not got makes none.
#include <cerrno>

#include "sync/world.h"

namespace heddle::sync {
namespace {

MutexKind kind_of(const Object& mutex) { return static_cast<MutexKind>(mutex.flags); }

// What a lock operation by the owner of a mutex that is not recursive returns.
int relock_result(OperationKind operation, MutexKind kind) {
  if (operation == OperationKind::MutexTryLock) return EBUSY;
  if (operation == OperationKind::MutexTimedLock && kind == MutexKind::Normal) return ETIMEDOUT;
  return EDEADLK;
}

}  // namespace

void World::lock_mutex(ThreadId t, ObjectId id, Effect& e) {
  Object& mutex = at(id);
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
  mutex.owned = false;
  mutex.owner = ThreadId{};
  e.add(EdgeKind::Unlock, id);
}

void World::apply_mutex(ThreadId t, const Operation& op, Effect& e) {
  if (op.kind == OperationKind::MutexDestroy) return destroy(op, ObjectKind::Mutex, e);
  Object& mutex = at(op.id);
  const bool first_use = mutex.kind != ObjectKind::Mutex;
  if (op.kind == OperationKind::MutexInit)
    initialise(op, ObjectKind::Mutex, e);
  else
    live(op, ObjectKind::Mutex, e);
  if (e.misuse != Misuse::None) return;
  if (first_use || op.kind == OperationKind::MutexInit) mutex.flags = static_cast<std::uint8_t>(op.argument);
  if (op.kind == OperationKind::MutexInit) return;

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
    e.result = relock_result(op.kind, kind_of(mutex));
    if (op.kind == OperationKind::MutexLock && kind_of(mutex) == MutexKind::Normal) e.misuse = Misuse::RelockOwned;
  }
}

}  // namespace heddle::sync
