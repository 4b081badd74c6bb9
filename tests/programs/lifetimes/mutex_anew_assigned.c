// expect: verified
//
// Static initialisers that are assigned (POSIX, Issue 8: the effect is that of pthread_..._init): another type of mutex, a
// mutex that was not recoverable, objects that were destroyed.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

struct queue {
  pthread_mutex_t m;
  pthread_cond_t c;
  pthread_rwlock_t rw;
  int n;
} q;

void *put(void *unused) {
  pthread_mutex_lock(&q.m);
  q.n = 1;
  pthread_cond_signal(&q.c);
  pthread_mutex_unlock(&q.m);
  return unused;
}

pthread_mutex_t robust;
void *leave(void *unused) {
  pthread_mutex_lock(&robust);
  return unused;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 2; i++) {
    q = (struct queue){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, 0};
    pthread_create(&t, 0, put, 0);
    pthread_mutex_lock(&q.m);
    while (!q.n) pthread_cond_wait(&q.c, &q.m);
    pthread_mutex_unlock(&q.m);
    pthread_join(t, 0);
    pthread_rwlock_rdlock(&q.rw);
    pthread_rwlock_unlock(&q.rw);
    pthread_rwlock_destroy(&q.rw);
    pthread_cond_destroy(&q.c);
    pthread_mutex_destroy(&q.m);
  }
  q.m = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  assert(pthread_mutex_lock(&q.m) == 0 && pthread_mutex_lock(&q.m) == 0);
  pthread_mutex_unlock(&q.m);
  pthread_mutex_unlock(&q.m);
  q.m = (pthread_mutex_t)PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  assert(pthread_mutex_lock(&q.m) == 0 && pthread_mutex_lock(&q.m) == EDEADLK);
  pthread_mutex_unlock(&q.m);

  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &attributes);
  pthread_create(&t, 0, leave, 0);
  pthread_join(t, 0);
  assert(pthread_mutex_lock(&robust) == EOWNERDEAD);
  pthread_mutex_unlock(&robust);
  assert(pthread_mutex_lock(&robust) == ENOTRECOVERABLE);
  robust = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  assert(pthread_mutex_lock(&robust) == 0);
  pthread_mutex_unlock(&robust);
  return 0;
}
