// Attributes of POSIX threads and their objects: the library keeps them in the caller's structure, which is reported as
// read or written. What the machine does not model (stacks given by the program) is missing on purpose: those functions
// are refused by name. Priorities have no effect on which interleavings exist; they are accepted and forgotten.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "real.h"

#define LIFE(kind)                                                                         \
  int real_##kind##_init(pthread_##kind##_t*) HEDDLE_REAL("pthread_" #kind "_init");       \
  int real_##kind##_destroy(pthread_##kind##_t*) HEDDLE_REAL("pthread_" #kind "_destroy"); \
  int pthread_##kind##_init(pthread_##kind##_t* a) {                                       \
    const int error = real_##kind##_init(a);                                               \
    touched_written(a, sizeof *a);                                                         \
    return error;                                                                          \
  }                                                                                        \
  int pthread_##kind##_destroy(pthread_##kind##_t* a) {                                    \
    const int error = real_##kind##_destroy(a);                                            \
    touched_written(a, sizeof *a);                                                         \
    return error;                                                                          \
  }

#define SET(kind, what, type)                                                                        \
  int real_##kind##_set##what(pthread_##kind##_t*, type) HEDDLE_REAL("pthread_" #kind "_set" #what); \
  int pthread_##kind##_set##what(pthread_##kind##_t* a, type value) {                                \
    const int error = real_##kind##_set##what(a, value);                                             \
    if (error == 0) touched_written(a, sizeof *a);                                                   \
    return error;                                                                                    \
  }

#define GET(kind, what, type)                                                                               \
  int real_##kind##_get##what(const pthread_##kind##_t*, type*) HEDDLE_REAL("pthread_" #kind "_get" #what); \
  int pthread_##kind##_get##what(const pthread_##kind##_t* a, type* out) {                                  \
    type value;                                                                                             \
    const int error = real_##kind##_get##what(a, &value);                                                   \
    touched_read(a, sizeof *a);                                                                             \
    if (error == 0) *out = value;                                                                           \
    return error;                                                                                           \
  }

#define BOTH(kind, what, type) SET(kind, what, type) GET(kind, what, type)

LIFE(attr)
BOTH(attr, detachstate, int)
BOTH(attr, stacksize, size_t)
BOTH(attr, guardsize, size_t)
BOTH(attr, inheritsched, int)
BOTH(attr, schedpolicy, int)
BOTH(attr, scope, int)
LIFE(mutexattr)
BOTH(mutexattr, type, int)
BOTH(mutexattr, pshared, int)
BOTH(mutexattr, protocol, int)
BOTH(mutexattr, prioceiling, int)
BOTH(mutexattr, robust, int)
LIFE(condattr)
BOTH(condattr, pshared, int)
BOTH(condattr, clock, clockid_t)
LIFE(rwlockattr)
BOTH(rwlockattr, pshared, int)
BOTH(rwlockattr, kind_np, int)
LIFE(barrierattr)
BOTH(barrierattr, pshared, int)
// Both are safe to call from several threads; that orders nothing.
static int concurrency;
int pthread_setconcurrency(int level) {
  if (level < 0) return EINVAL;
  __atomic_store_n(&concurrency, level, __ATOMIC_RELAXED);
  return 0;
}
int pthread_getconcurrency(void) { return __atomic_load_n(&concurrency, __ATOMIC_RELAXED); }
int pthread_setschedprio(pthread_t thread, int priority) { return (void)thread, (void)priority, 0; }
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param* parameters) {
  return (void)thread, (void)policy, (void)parameters, 0;
}
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t* set) {
  return (void)thread, touched_read(set, size), 0;
}

int real_attr_setschedparam(pthread_attr_t*, const struct sched_param*) HEDDLE_REAL("pthread_attr_setschedparam");
int pthread_attr_setschedparam(pthread_attr_t* a, const struct sched_param* value) {
  touched_read(value, sizeof *value);
  const int error = real_attr_setschedparam(a, value);
  if (error == 0) touched_written(a, sizeof *a);
  return error;
}
GET(attr, schedparam, struct sched_param)
// The library would allocate a copy of the set inside the structure.
int pthread_attr_setaffinity_np(pthread_attr_t* a, size_t size, const cpu_set_t* set) {
  return touched_written(a, sizeof *a), touched_read(set, size), 0;
}
int pthread_attr_getaffinity_np(const pthread_attr_t* a, size_t size, cpu_set_t* out) {
  return touched_read(a, sizeof *a), pthread_getaffinity_np(pthread_self(), size, out);
}
// Of the threads to come.
int pthread_setattr_default_np(const pthread_attr_t* a) { return touched_read(a, sizeof *a), 0; }
int pthread_getattr_default_np(pthread_attr_t* a) { return pthread_attr_init(a); }
// Called by fork, which is refused.
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
  return (void)prepare, (void)parent, (void)child, 0;
}
