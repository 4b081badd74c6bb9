// expect: verified
// primitive: cnd_wait
// primitive: cnd_signal
// primitive: cnd_broadcast
// exit: 0
//
// Two consumers, each gets one of two items.
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int items, taken;

static int consumer(void* arg) {
  mtx_lock(&m);
  while (items == 0) cnd_wait(&c, &m);
  items--;
  taken++;
  mtx_unlock(&m);
  return arg != NULL;
}

static int producer(void* arg) {
  mtx_lock(&m);
  items += 2;
  cnd_broadcast(&c);
  mtx_unlock(&m);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two, three;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&one, consumer, NULL);
  thrd_create(&two, consumer, NULL);
  thrd_create(&three, producer, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  thrd_join(three, NULL);
  cnd_destroy(&c);
  mtx_destroy(&m);
  return taken != 2;
}
