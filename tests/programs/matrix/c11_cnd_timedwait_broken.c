// expect: assertion
// lines: 18
// primitive: cnd_timedwait
//
// A time-out is taken for a signal.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int consumer(void* arg) {
  struct timespec soon = {1, 0};
  mtx_lock(&m);
  if (!ready) cnd_timedwait(&c, &m, &soon);
  assert(ready);
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
  return 0;
}
