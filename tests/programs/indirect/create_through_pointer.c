// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// A thread that creates another one through a pointer may do what that one does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int z;
static int (*volatile create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) = pthread_create;

static void* locks(void* argument) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return argument;
}
static void* creates(void* argument) {
  z = 1;
  pthread_t t;
  create(&t, NULL, locks, NULL);
  pthread_join(t, NULL);
  return argument;
}

int main() {
  pthread_t t;
  pthread_create(&t, NULL, creates, NULL);
  pthread_mutex_lock(&m);
  const int seen = x;
  pthread_mutex_unlock(&m);
  assert(seen == 0);
  pthread_join(t, NULL);
}
