// expect: race on m
// lines: 13, 20
//
// The kind of the mutex, which lies behind its first word, is set before its first use, but nothing tells the other thread
// so: who locks it has to look at its kind first.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;

static void *begins(void *argument) {
  m.__data.__kind = PTHREAD_MUTEX_RECURSIVE_NP;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return argument;
}
static void *uses(void *argument) {
  if (atomic_load_explicit(&ready, memory_order_relaxed)) pthread_mutex_lock(&m);
  return argument;
}

int main(void) {
  pthread_t beginner, user;
  pthread_create(&beginner, 0, begins, 0);
  pthread_create(&user, 0, uses, 0);
  pthread_join(beginner, 0);
  pthread_join(user, 0);
  return 0;
}
