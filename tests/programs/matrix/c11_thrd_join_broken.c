// expect: misuse
// lines: 16
// primitive: thrd_create
// primitive: thrd_join
// primitive: thrd_exit
//
// A thread is joined twice.
#include <threads.h>

static int worker(void* arg) { return arg != NULL; }

int main(void) {
  thrd_t thread;
  thrd_create(&thread, worker, NULL);
  thrd_join(thread, NULL);
  thrd_join(thread, NULL);
  return 0;
}
