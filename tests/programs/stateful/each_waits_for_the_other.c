// expect: livelock
// search: stateful best-first
//
// Two threads that spin until the other has gone first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;

static void* one(void* unused) {
  while (!atomic_load(&second)) {
  }
  atomic_store(&first, 1);
  return unused;
}
static void* other(void* unused) {
  while (!atomic_load(&first)) {
  }
  atomic_store(&second, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
