// expect: inconclusive
// message: rounds of the loop
// search: auto
//
// `while (x == 1) y = y + 1`: each round differs from the one before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 1, y;

static void *worker(void *unused) {
  while (x == 1) y = y + 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  x = 0;
  pthread_join(thread, NULL);
  assert(y >= 0);
  return 0;
}
