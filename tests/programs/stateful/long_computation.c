// expect: verified
// search: stateful
//
// A loop that computes for long is interrupted now and then, and each time in another state.
#include <pthread.h>

static unsigned result;

static void* compute(void* unused) {
  unsigned x = 1;
  for (unsigned i = 0; i < 100000; i++) x = x * 1664525u + 1013904223u;
  result = x;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, compute, 0);
  pthread_join(thread, 0);
  return result == 0;
}
