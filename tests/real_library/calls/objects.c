// Synchronisation objects used by one thread: every return code that needs nobody else. What would wait for ever, and
// what the standard leaves undefined, is not called.
#include "seeded.h"
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static const char* name(int error) {
  static char text[12];
  switch (error) {
    case 0: return "0";
    case EBUSY: return "EBUSY";
    case EDEADLK: return "EDEADLK";
    case EPERM: return "EPERM";
    case EINVAL: return "EINVAL";
    case ETIMEDOUT: return "ETIMEDOUT";
    case EAGAIN: return "EAGAIN";
    case EOVERFLOW: return "EOVERFLOW";
    default: snprintf(text, sizeof text, "%d", error); return text;
  }
}
#define SAY(call) printf("%s %s\n", #call, name(call))
#define SAY_ERRNO(call)                                        \
  do {                                                         \
    errno = 0;                                                 \
    int said = (call);                                         \
    printf("%s %d %s\n", #call, said, said ? name(errno) : "-"); \
  } while (0)

// Already over, or not a time at all; `soon` lies a little ahead.
static struct timespec moment(int clock, int soon) {
  struct timespec t;
  clock_gettime(clock, &t);
  if (soon) {
    t.tv_nsec += 200000;
    if (t.tv_nsec >= 1000000000) t.tv_nsec -= 1000000000, ++t.tv_sec;
    return t;
  }
  switch (below(4)) {
    case 0: t.tv_sec -= 10; break;
    case 1: t.tv_sec = 0, t.tv_nsec = 0; break;
    case 2: t.tv_nsec = -1; break;
    case 3: t.tv_nsec = 1000000000; break;
  }
  return t;
}

static void mutexes(int type, int robust) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, type);
  if (robust) pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_t m;
  SAY(pthread_mutex_init(&m, &attr));
  printf("type %d robust %d\n", type, robust);
  unsigned held = 0;
  const int normal = type == PTHREAD_MUTEX_NORMAL;
  for (int i = 0; i < 12; ++i) {
    int r = 0;
    struct timespec t = moment(CLOCK_REALTIME, below(3) == 0), s = moment(CLOCK_MONOTONIC, below(3) == 0);
    switch (below(8)) {
      case 0:
      case 1:
        if (normal && held) break;
        SAY(r = pthread_mutex_lock(&m)), held += r == 0;
        break;
      case 2: SAY(r = pthread_mutex_trylock(&m)), held += r == 0; break;
      case 3: SAY(r = pthread_mutex_timedlock(&m, &t)), held += r == 0; break;
      case 4: SAY(r = pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &s)), held += r == 0; break;
      case 5:
      case 6:
        if (type != PTHREAD_MUTEX_ERRORCHECK && !held) break;
        SAY(r = pthread_mutex_unlock(&m)), held -= r == 0;
        break;
      case 7:
        if (robust) SAY(pthread_mutex_consistent(&m));
        break;
    }
  }
  while (held--) SAY(pthread_mutex_unlock(&m));
  SAY(pthread_mutex_destroy(&m));
}

static void read_write_locks(void) {
  pthread_rwlockattr_t attr;
  pthread_rwlockattr_init(&attr);
  pthread_rwlockattr_setkind_np(&attr, PICK(((int[]){PTHREAD_RWLOCK_PREFER_READER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NP,
                                                     PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP})));
  pthread_rwlock_t l;
  SAY(pthread_rwlock_init(&l, &attr));
  int readers = 0, writer = 0;
  for (int i = 0; i < 12; ++i) {
    struct timespec t = moment(CLOCK_REALTIME, below(3) == 0), s = moment(CLOCK_MONOTONIC, below(3) == 0);
    int r = 0;
    switch (below(10)) {
      case 0:
        if (writer) break;
        SAY(r = pthread_rwlock_rdlock(&l)), readers += r == 0;
        break;
      case 1:
        if (readers + writer) break;
        SAY(r = pthread_rwlock_wrlock(&l)), writer += r == 0;
        break;
      case 2: SAY(r = pthread_rwlock_tryrdlock(&l)), readers += r == 0; break;
      case 3: SAY(r = pthread_rwlock_trywrlock(&l)), writer += r == 0; break;
      case 4: SAY(r = pthread_rwlock_timedrdlock(&l, &t)), readers += r == 0; break;
      case 5: SAY(r = pthread_rwlock_timedwrlock(&l, &t)), writer += r == 0; break;
      case 6: SAY(r = pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &s)), readers += r == 0; break;
      case 7: SAY(r = pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &s)), writer += r == 0; break;
      default:
        if (readers + writer == 0) break;
        SAY(pthread_rwlock_unlock(&l)), writer ? --writer : --readers;
        break;
    }
  }
  for (; readers + writer > 0; writer ? --writer : --readers) SAY(pthread_rwlock_unlock(&l));
  SAY(pthread_rwlock_destroy(&l));
}

static void semaphores(void) {
  sem_t s;
  unsigned start = PICK(((unsigned[]){0, 1, 2, 0x80000000u}));
  int r;
  errno = 0;
  printf("sem_init %u %d errno %d\n", start, r = sem_init(&s, 0, start), errno);
  if (r != 0) return;
  for (int i = 0; i < 10; ++i) {
    struct timespec t = moment(CLOCK_REALTIME, below(3) == 0), m = moment(CLOCK_MONOTONIC, below(3) == 0);
    int value = -1;
    switch (below(6)) {
      case 0: SAY_ERRNO(sem_post(&s)); break;
      case 1: SAY_ERRNO(sem_trywait(&s)); break;
      case 2: SAY_ERRNO(sem_timedwait(&s, &t)); break;
      case 3: SAY_ERRNO(sem_clockwait(&s, CLOCK_MONOTONIC, &m)); break;
      case 4: printf("sem_getvalue %d %d\n", sem_getvalue(&s, &value), value); break;
      case 5:
        sem_getvalue(&s, &value);
        if (value > 0) SAY_ERRNO(sem_wait(&s));
        break;
    }
  }
  SAY_ERRNO(sem_destroy(&s));
}

static void conditions(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, NULL);
  pthread_condattr_t attr;
  pthread_condattr_init(&attr);
  int clock = below(2) ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  pthread_condattr_setclock(&attr, (clockid_t)clock);
  pthread_cond_t c;
  SAY(pthread_cond_init(&c, &attr));
  pthread_mutex_lock(&m);
  for (int i = 0; i < 5; ++i) {
    struct timespec t = moment(clock, below(2) == 0), s = moment(CLOCK_MONOTONIC, below(2) == 0);
    switch (below(4)) {
      case 0: SAY(pthread_cond_signal(&c)); break;
      case 1: SAY(pthread_cond_broadcast(&c)); break;
      case 2: SAY(pthread_cond_timedwait(&c, &m, &t)); break;
      case 3: SAY(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &s)); break;
    }
    SAY(pthread_mutex_trylock(&m));
  }
  pthread_mutex_unlock(&m);
  SAY(pthread_cond_destroy(&c));
  SAY(pthread_mutex_destroy(&m));
}

static void ran(void) { printf("once\n"); }

static void keys(void) {
  pthread_key_t k[3];
  int alive[3];
  for (int i = 0; i < 3; ++i) SAY(pthread_key_create(&k[i], NULL)), alive[i] = 1;
  for (int i = 0; i < 12; ++i) {
    unsigned j = below(3);
    switch (below(4)) {
      case 0:
        if (alive[j]) SAY(pthread_setspecific(k[j], (void*)(long)below(9)));
        break;
      case 1: printf("get %p\n", alive[j] ? pthread_getspecific(k[j]) : NULL); break;
      case 2:  // a key that is gone may have become another's
        if (alive[j]) SAY(pthread_key_delete(k[j])), alive[j] = 0;
        break;
      case 3:
        if (!alive[j]) SAY(pthread_key_create(&k[j], NULL)), alive[j] = 1;
        break;
    }
  }
  for (int i = 0; i < 3; ++i)
    if (alive[i]) pthread_key_delete(k[i]);
}

static void* nothing(void* p) { return p; }
static void* leaves(void* p) { pthread_exit(p); }

static void threads(void) {
  pthread_t t;
  void* result = NULL;
  int state = -1;
  char name_[20] = "";
  switch (below(10)) {
    case 0:
    case 1:
      pthread_create(&t, NULL, nothing, (void*)5);
      SAY(pthread_join(t, &result)), printf("%p\n", result);
      break;
    case 2:
      pthread_create(&t, NULL, leaves, (void*)6);
      SAY(pthread_join(t, &result)), printf("%p\n", result);
      break;
    case 3: SAY(pthread_setcancelstate((int)below(4) - 1, &state)), printf("%d\n", state), pthread_setcancelstate(0, NULL); break;
    case 4: SAY(pthread_setcanceltype(0, &state)), printf("%d\n", state); break;
    case 5: SAY(pthread_setcanceltype(5, &state)); break;
    case 6: {
      pthread_barrier_t b;
      int r;
      unsigned n = below(3);
      SAY(r = pthread_barrier_init(&b, NULL, n));
      if (r == 0 && n == 1) printf("serial %d\n", pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
      if (r == 0) SAY(pthread_barrier_destroy(&b));
    } break;
    case 7: {
      pthread_spinlock_t s;
      SAY(pthread_spin_init(&s, 0)), SAY(pthread_spin_lock(&s)), SAY(pthread_spin_trylock(&s)), SAY(pthread_spin_unlock(&s));
      SAY(pthread_spin_trylock(&s)), SAY(pthread_spin_unlock(&s)), SAY(pthread_spin_destroy(&s));
    } break;
    case 8: {
      pthread_once_t once = PTHREAD_ONCE_INIT;
      SAY(pthread_once(&once, ran)), SAY(pthread_once(&once, ran));
    } break;
    case 9:
      printf("setname %s\n", name(pthread_setname_np(pthread_self(), below(2) ? "short" : "a name that is too long for it")));
      SAY(pthread_getname_np(pthread_self(), name_, PICK(((size_t[]){3, 16, 20}))));
      break;
  }
}

static void c11(void) {
  mtx_t m;
  int type = PICK(((int[]){mtx_plain, mtx_timed, mtx_plain | mtx_recursive, mtx_timed | mtx_recursive}));
  int r = mtx_init(&m, type), held = 0;
  printf("mtx_init %d %d\n", type, r);
  if (r != thrd_success) return;
  for (int i = 0; i < 8; ++i) switch (below(4)) {
      case 0: printf("trylock %d\n", r = mtx_trylock(&m)), held += r == thrd_success; break;
      case 1:
        if (type & mtx_timed) {
          struct timespec t = moment(CLOCK_REALTIME, below(2) == 0);
          printf("timedlock %d\n", r = mtx_timedlock(&m, &t)), held += r == thrd_success;
        }
        break;
      case 2:
        if (!held || (type & mtx_recursive)) printf("lock %d\n", r = mtx_lock(&m)), held += r == thrd_success;
        break;
      case 3:
        if (held) printf("unlock %d\n", mtx_unlock(&m)), --held;
        break;
    }
  cnd_t c;
  printf("cnd_init %d signal %d broadcast %d\n", cnd_init(&c), cnd_signal(&c), cnd_broadcast(&c));
  if (!held) mtx_lock(&m), ++held;
  if (held == 1) {
    struct timespec t = moment(CLOCK_REALTIME, below(2) == 0);
    printf("cnd_timedwait %d\n", cnd_timedwait(&c, &m, &t));
  }
  while (held--) mtx_unlock(&m);
  cnd_destroy(&c), mtx_destroy(&m);
  struct timespec t = {0, PICK(((long[]){0, 100}))};
  printf("thrd_sleep %d\n", thrd_sleep(&t, NULL));
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int i = 0; i < 12; ++i) switch (below(8)) {
      case 0: mutexes(PICK(((int[]){PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK})), 0); break;
      case 1: mutexes(PICK(((int[]){PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK})), 1); break;
      case 2: read_write_locks(); break;
      case 3: semaphores(); break;
      case 4: conditions(); break;
      case 5: keys(); break;
      case 6: threads(); break;
      case 7: c11(); break;
    }
  return 0;
}
