// expect: race on count
// lines: 16
// primitive: mtx_t (timed)
// primitive: mtx_timedlock
//
// A time-out is not looked at.
#include <threads.h>
#include <time.h>

static mtx_t m;
static int count;

static int worker(void* arg) {
  struct timespec soon = {1, 0};
  int result = mtx_timedlock(&m, &soon);
  count++;
  if (result == thrd_success) mtx_unlock(&m);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  mtx_init(&m, mtx_timed);
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return 0;
}
