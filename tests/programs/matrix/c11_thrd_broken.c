// expect: race on result
// lines: 14, 21
// primitive: thrd_create
// primitive: thrd_join
// primitive: thrd_exit
//
// The result is read before the join.
#include <threads.h>

static int result;

static int worker(void* arg) {
  (void)arg;
  result = 1;
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, worker, NULL);
  int early = result;
  thrd_join(thread, NULL);
  return early > 1;
}
