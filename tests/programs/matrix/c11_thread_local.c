// expect: verified
// primitive: thread_local (C11)
// exit: 0
//
// Each thread has its own copy of the variable.
#include <assert.h>
#include <threads.h>

static thread_local int count = 5;

static int worker(void* arg) {
  count++;
  assert(count == 6);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return count != 5;
}
