// expect: race on m
// lines: 13, 20
//
// The mutex is initialised in time, but nothing tells the other thread so: a relaxed flag orders nothing, and what the mutex
// itself would order comes too late, since who locks it has to look at it first.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m;
static atomic_int ready;

static void *begins(void *argument) {
  pthread_mutex_init(&m, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return argument;
}
static void *locks(void *argument) {
  if (atomic_load_explicit(&ready, memory_order_relaxed)) pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, begins, 0);
  pthread_create(&second, 0, locks, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
