// expect: verified
// primitive: call_once
// exit: 0
//
// The function is called once and has ended before anybody goes on.
#include <assert.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int calls;

static void initialise(void) { calls++; }

static int worker(void* arg) {
  call_once(&flag, initialise);
  assert(calls == 1);
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
