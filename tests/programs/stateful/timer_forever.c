// expect: verified
// exit: never
// search: auto stateful best-first
//
// A timer: three ticks in an inner loop whose bound is a variable, and again.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ticks = 3, hand;

static void* tick(void* unused) {
  for (;;)
    for (int i = 0; i < atomic_load(&ticks); i++) atomic_store(&hand, i);
  return unused;
}

int main(void) {
  pthread_t timer;
  pthread_create(&timer, 0, tick, 0);
  pthread_join(timer, 0);
  return 0;
}
