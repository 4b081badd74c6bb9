// expect: misuse
// lines: 14
// primitive: thrd_detach
//
// A detached thread is joined.
#include <threads.h>

static int worker(void* arg) { return arg != NULL; }

int main(void) {
  thrd_t thread;
  thrd_create(&thread, worker, NULL);
  thrd_detach(thread);
  thrd_join(thread, NULL);
  return 0;
}
