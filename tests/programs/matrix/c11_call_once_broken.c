// expect: race on calls
// lines: 10
// primitive: call_once
//
// A flag of each thread's own excludes nobody.
#include <threads.h>

static int calls;

static void initialise(void) { calls++; }

static int worker(void* arg) {
  once_flag flag = ONCE_FLAG_INIT;
  call_once(&flag, initialise);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return 0;
}
