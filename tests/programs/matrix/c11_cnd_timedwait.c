// expect: verified
// primitive: cnd_timedwait
// exit: 0 1
//
// The wait ends by a signal or by the clock.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;
static int ready, seen;

static int consumer(void* arg) {
  struct timespec soon;
  timespec_get(&soon, TIME_UTC);
  soon.tv_sec++;
  mtx_lock(&m);
  int result = thrd_success;
  while (!ready && result == thrd_success) result = cnd_timedwait(&c, &m, &soon);
  assert(result == thrd_success || result == thrd_timedout);
  seen = ready;
  mtx_unlock(&m);
  return arg != NULL;
}

static int producer(void* arg) {
  mtx_lock(&m);
  ready = 1;
  mtx_unlock(&m);
  cnd_signal(&c);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&one, consumer, NULL);
  thrd_create(&two, producer, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return seen;
}
