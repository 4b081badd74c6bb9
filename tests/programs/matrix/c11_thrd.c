// expect: verified
// primitive: thrd_create
// primitive: thrd_join
// primitive: thrd_exit
// exit: 0
//
// Values of threads, by return and by thrd_exit; a thread knows itself.
#include <assert.h>
#include <threads.h>

static int first(void* arg) { return *(int*)arg + 1; }
static int second(void* arg) {
  thrd_yield();
  assert(!thrd_equal(thrd_current(), *(thrd_t*)arg));
  thrd_exit(-3);
}

int main(void) {
  thrd_t one, two, me = thrd_current();
  int forty_one = 41, a, b;
  assert(thrd_create(&one, first, &forty_one) == thrd_success);
  assert(thrd_create(&two, second, &me) == thrd_success);
  assert(thrd_join(one, &a) == thrd_success);
  assert(thrd_join(two, &b) == thrd_success);
  assert(thrd_equal(me, thrd_current()));
  return a != 42 || b != -3;
}
