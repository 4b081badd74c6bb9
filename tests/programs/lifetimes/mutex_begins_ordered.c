// expect: verified
//
// As mutex_begins_unordered.c, with a flag that orders.
//
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m;
static atomic_int ready;

static void *begins(void *argument) {
  pthread_mutex_init(&m, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  atomic_store_explicit(&ready, 1, memory_order_release);
  return argument;
}
static void *locks(void *argument) {
  if (atomic_load_explicit(&ready, memory_order_acquire)) pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
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
