// expect: verified
// detectors: exact
// search: dfs
// expect(eraser): discipline on x
// message(eraser): no common lock protects 'x': so far {m
// expect(locking-discipline): discipline on x
//
// Elmas, Qadeer and Tasiran 2006, section 2: each two of the threads have a lock in common, all three have none. The lock
// that protects x changes over time, and no access races with another.
#include <pthread.h>

static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER, m3 = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void add(pthread_mutex_t *a, pthread_mutex_t *b) {
  pthread_mutex_lock(a);
  pthread_mutex_lock(b);
  x++;
  pthread_mutex_unlock(a);
  pthread_mutex_unlock(b);
}

static void *first(void *unused) {
  add(&m1, &m2);
  return unused;
}
static void *second(void *unused) {
  add(&m2, &m3);
  return unused;
}
static void *third(void *unused) {
  add(&m1, &m3);
  return unused;
}

int main(void) {
  pthread_t t[3];
  x = 0;
  pthread_create(&t[0], NULL, first, NULL);
  pthread_create(&t[1], NULL, second, NULL);
  pthread_create(&t[2], NULL, third, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
