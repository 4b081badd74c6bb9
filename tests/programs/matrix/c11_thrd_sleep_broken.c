// expect: race on value
// lines: 13, 21
// primitive: thrd_sleep
// primitive: thrd_yield
//
// Sleeping long enough is no synchronisation.
#include <threads.h>
#include <time.h>

static int value;

static int worker(void* arg) {
  value = 1;
  return arg != NULL;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, worker, NULL);
  thrd_sleep(&(struct timespec){1, 0}, NULL);
  int seen = value;
  thrd_join(thread, NULL);
  return seen > 1;
}
