// expect: race on local
// lines: 15, 23
//
// The address of a local leaves its function as an integer that is off by eight.
#include <pthread.h>
#include <stdint.h>

static uintptr_t address;
static pthread_barrier_t published;

static void *worker(void *argument) {
  (void)argument;
  pthread_barrier_wait(&published);
  int *p = (int *)(address + 8);
  *p = 1;
  return 0;
}

static int run(pthread_t t) {
  int local = 0;
  address = (uintptr_t)&local - 8;
  pthread_barrier_wait(&published);
  local = 2;
  pthread_join(t, 0);
  return local;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&published, 0, 2);
  pthread_create(&t, 0, worker, 0);
  return run(t) * 0;
}
