// expect: race on count
// lines: 11, 18
// primitive: thread_local (C11)
//
// The address of a thread's own variable is given away.
#include <threads.h>

static thread_local int count;

static int worker(void* arg) {
  ++*(int*)arg;
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, worker, &count);
  count++;
  thrd_join(thread, NULL);
  return 0;
}
