// expect: assertion
// search: auto
//
// As counts_while, with a mistake that shows in the third round.
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
  assert(y != 3);
  return 0;
}
