// expect: verified
// primitive: mtx_t (timed)
// primitive: mtx_timedlock
// exit: 1 2
//
// Whoever gets the mutex in time counts.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static int count;

static int worker(void* arg) {
  struct timespec soon;
  assert(timespec_get(&soon, TIME_UTC) == TIME_UTC);
  soon.tv_sec++;
  int result = mtx_timedlock(&m, &soon);
  if (result == thrd_success) {
    count++;
    mtx_unlock(&m);
  } else {
    assert(result == thrd_timedout);
  }
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  mtx_init(&m, mtx_timed);
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return count;
}
