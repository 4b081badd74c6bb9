// expect: verified
// primitive: thrd_sleep
// primitive: thrd_yield
// exit: 0
//
// A sleep ends at any time; the lock makes the order.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static int count;

static int worker(void* arg) {
  struct timespec moment = {0, 1000000};
  assert(thrd_sleep(&moment, NULL) == 0);
  thrd_yield();
  mtx_lock(&m);
  count++;
  mtx_unlock(&m);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  mtx_init(&m, mtx_plain);
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return count != 2;
}
