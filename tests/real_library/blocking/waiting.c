// Two threads with random scripts on one object: timed, tried and plain operations, all kinds of mutexes and read/write
// locks, semaphores, conditions, a barrier, a thread that ends with a lock. argv[1] is the script, argv[2] how long the
// threads dawdle between operations when they run natively. Each notes what its calls returned; main prints it.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../calls/seeded.h"

enum { kSteps = 4 };
static int script[2][kSteps], seen[2][kSteps], kind;
static unsigned pause_of[2][kSteps];
static pthread_mutex_t m, guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int flag;

static struct timespec soon(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_nsec += 400000;
  if (t.tv_nsec >= 1000000000) t.tv_nsec -= 1000000000, ++t.tv_sec;
  return t;
}

static int with_mutex(int step, int* held) {
  struct timespec t = soon();
  int r = -9;
  if (step < 3 && *held && kind == PTHREAD_MUTEX_NORMAL && step != 1) return -8;  // would wait for itself
  switch (step) {
    case 0: r = pthread_mutex_lock(&m); break;
    case 1: r = pthread_mutex_trylock(&m); break;
    case 2: r = pthread_mutex_timedlock(&m, &t); break;
    default:
      if (!*held && kind != PTHREAD_MUTEX_ERRORCHECK) return -8;
      r = pthread_mutex_unlock(&m), *held -= r == 0;
      return r;
  }
  if (r == EOWNERDEAD) pthread_mutex_consistent(&m);
  *held += r == 0 || r == EOWNERDEAD;
  return r;
}

static int with_lock(int step, int* held) {  // held: -1 for writing, otherwise how often for reading
  struct timespec t = soon();
  int r = -9;
  if (*held < 0 ? step != 7 && step != 4 && step != 5 : *held > 0 && step != 7 && step != 4 && step != 5) return -8;
  switch (step) {
    case 0: r = pthread_rwlock_rdlock(&l), *held += r == 0; break;
    case 1: r = pthread_rwlock_wrlock(&l), *held -= r == 0; break;
    case 2: r = pthread_rwlock_timedrdlock(&l, &t), *held += r == 0; break;
    case 3: r = pthread_rwlock_timedwrlock(&l, &t), *held -= r == 0; break;
    case 4:
      if (*held > 0) return -8;
      r = pthread_rwlock_tryrdlock(&l), *held += r == 0;
      break;
    case 5:
      if (*held < 0) return -8;
      r = pthread_rwlock_trywrlock(&l), *held -= r == 0;
      break;
    default:
      if (*held == 0) return -8;
      r = pthread_rwlock_unlock(&l), *held += *held < 0 ? 1 : -1;
      break;
  }
  return r;
}

static int with_others(int step) {
  struct timespec t = soon();
  int r = 0, value = 0;
  switch (step) {
    case 0: errno = 0; r = sem_trywait(&s); return r ? errno : 0;
    case 1: errno = 0; r = sem_timedwait(&s, &t); return r ? errno : 0;
    case 2: return sem_post(&s);
    case 3: sem_getvalue(&s, &value); return 100 + value;
    case 4:
    case 5:
      pthread_mutex_lock(&guard);
      while (!flag && r == 0) r = pthread_cond_timedwait(&c, &guard, &t);
      r += 10 * flag, flag = 0;
      pthread_mutex_unlock(&guard);
      return r;
    case 6:
      pthread_mutex_lock(&guard);
      ++flag;
      pthread_mutex_unlock(&guard);
      return pthread_cond_signal(&c);
    default: return sem_wait(&s);
  }
}

static int family;  // of objects: one for the whole program

static void* run(void* p) {
  int who = (int)(long)p, held = 0;
  for (int i = 0; i < kSteps; ++i) {
    if (pause_of[who][i]) usleep(pause_of[who][i]);
    seen[who][i] = family == 0   ? with_mutex(script[who][i] % 4, &held)
                   : family == 1 ? with_lock(script[who][i], &held)
                                 : with_others(script[who][i]);
  }
  if (family == 0)
    while (held-- > 0 && script[who][0] != 7) pthread_mutex_unlock(&m);
  if (family == 1)
    for (; held != 0; held += held < 0 ? 1 : -1) pthread_rwlock_unlock(&l);
  return NULL;
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  family = (int)below(3);
  kind = PICK(((int[]){PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK}));
  int robust = (int)below(2);
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, kind);
  if (robust) pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &attr);
  pthread_rwlock_init(&l, NULL);
  sem_init(&s, 0, below(2));
  for (int t = 0; t < 2; ++t)
    for (int i = 0; i < kSteps; ++i) script[t][i] = (int)below(robust && family == 0 ? 8 : 7) + (family != 0 && below(9) == 0);
  if (argc > 2) {  // natively: other pauses with each run
    seeded_state += (unsigned long long)atoi(argv[2]) * 0x9e3779b97f4a7c15ull;
    for (int t = 0; t < 2; ++t)
      for (int i = 0; i < kSteps; ++i) pause_of[t][i] = below(3) ? below(300) : below(2) * 900;
  }
  pthread_t t[2];
  for (long i = 0; i < 2; ++i) pthread_create(&t[i], NULL, run, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], NULL);
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < kSteps; ++k) printf("%d%c", seen[i][k], k == kSteps - 1 ? '\n' : ' ');
  return 0;
}
