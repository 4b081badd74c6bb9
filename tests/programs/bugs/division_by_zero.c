// expect: crash
// signal: SIGFPE
// lines: 20
//
// The divisor is zero in one order only.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int divisor = 2;

static void* clears(void* arg) {
  divisor = 0;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, clears, NULL);
  int d = divisor;
  int quotient = 10 / d;
  pthread_join(thread, NULL);
  return quotient - 5;
}
