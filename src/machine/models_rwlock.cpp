// POSIX read/write locks on the machine's objects.
#include <pthread.h>

#include "machine/sync_calls.h"

using namespace heddle;

namespace {

bool prefers_writers(const pthread_rwlock_t* l) {
  return l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}
Operation rwlock_operation(const Call& call, OperationKind kind, const pthread_rwlock_t* l) {
  Operation op = call.operation(kind, l);
  if (prefers_writers(l)) op.argument |= kPrefersWriters;
  if (may_give_up(kind) && engine->image.locks_several_rwlocks) op.argument |= kMindsReaders;
  return op;
}
int rwlock_lock(const Call& call, OperationKind kind, const pthread_rwlock_t* l) {
  const Operation op = rwlock_operation(call, kind, l);
  const bool waits_to_write = kind == OperationKind::RwWriteLock || kind == OperationKind::RwTimedWriteLock;
  if (waits_to_write && prefers_writers(l)) engine->visible(rwlock_operation(call, OperationKind::RwWriteArrive, l));
  return static_cast<int>(engine->acquire(op));
}

}  // namespace

extern "C" {

int rt_pthread_rwlock_init(pthread_rwlock_t* l, const pthread_rwlockattr_t* attributes) {
  Call call;
  announce<"pthread_rwlock_init">(call, l, attributes);
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (attributes) pthread_rwlockattr_getkind_np(attributes, &kind);
  const int result = initialising(call, OperationKind::RwInit, l);
  if (result != 0) return result;
  pthread_rwlock_t fresh{};
  fresh.__data.__flags = static_cast<unsigned>(kind);
  write_object(l, &fresh, sizeof fresh);
  return 0;
}
int rt_pthread_rwlock_destroy(pthread_rwlock_t* l) {
  Call call = Call::with(l);
  if (!l) return 0;  // glibc has nothing to destroy
  return visible(call, OperationKind::RwDestroy, l);
}
#define HEDDLE_RWLOCK(name, kind)                     \
  int rt_pthread_rwlock_##name(pthread_rwlock_t* l) { \
    Call call = Call::with(l);                        \
    return rwlock_lock(call, OperationKind::kind, l); \
  }                                                   \
  static_assert(true)
#define HEDDLE_TIMED_RWLOCK(name, timed, untimed)                                                          \
  int rt_pthread_rwlock_##name(pthread_rwlock_t* l, const timespec* until) {                               \
    Call call = Call::with(l);                                                                             \
    const TimeLimit limit(call, until);                                                                    \
    if (!limit.valid()) return EINVAL;                                                                     \
    return limit.result(rwlock_lock(call, limit.either(OperationKind::timed, OperationKind::untimed), l)); \
  }                                                                                                        \
  static_assert(true)
HEDDLE_RWLOCK(rdlock, RwReadLock);
HEDDLE_RWLOCK(wrlock, RwWriteLock);
HEDDLE_RWLOCK(tryrdlock, RwTryReadLock);
HEDDLE_RWLOCK(trywrlock, RwTryWriteLock);
HEDDLE_TIMED_RWLOCK(timedrdlock, RwTimedReadLock, RwReadLock);
HEDDLE_TIMED_RWLOCK(timedwrlock, RwTimedWriteLock, RwWriteLock);
int rt_pthread_rwlock_clockrdlock(pthread_rwlock_t* l, clockid_t, const timespec* t) { return rt_pthread_rwlock_timedrdlock(l, t); }
int rt_pthread_rwlock_clockwrlock(pthread_rwlock_t* l, clockid_t, const timespec* t) { return rt_pthread_rwlock_timedwrlock(l, t); }
int rt_pthread_rwlock_unlock(pthread_rwlock_t* l) {
  Call call = Call::with(l);
  const Operation op = rwlock_operation(call, OperationKind::RwUnlock, l);
  if (prefers_writers(l)) return static_cast<int>(engine->visible(op));  // who waits decides who is next
  return unlocking(op);
}
}
