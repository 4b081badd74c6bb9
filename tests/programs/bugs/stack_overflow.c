// expect: crash
// signal: SIGSEGV
// message: stack overflow
//
// Recursion far deeper than any stack, in one order only.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int levels;

static int descend(volatile int* above) {
  volatile int here[64];
  here[0] = *above - 1;
  if (here[0] == 0) return 0;
  return descend(here) + here[0];
}

static void* worker(void* arg) {
  volatile int depth = levels;
  if (depth) descend(&depth);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  levels = 1 << 30;
  pthread_join(thread, NULL);
  return 0;
}
