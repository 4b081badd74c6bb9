// expect: verified
//
// The right twin of extent_kind_unordered.c: the flag orders the look at the kind, too.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;

static void *begins(void *argument) {
  m.__data.__kind = PTHREAD_MUTEX_RECURSIVE_NP;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  atomic_store_explicit(&ready, 1, memory_order_seq_cst);
  return argument;
}
static void *uses(void *argument) {
  if (atomic_load_explicit(&ready, memory_order_seq_cst)) pthread_mutex_lock(&m);
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
