// expect: misuse
// lines: 14
// primitive: cnd_wait
// primitive: cnd_signal
// primitive: cnd_broadcast
//
// A wait without the mutex.
#include <threads.h>

static mtx_t m;
static cnd_t c;

static int worker(void* arg) {
  cnd_wait(&c, &m);
  return arg != NULL;
}

int main(void) {
  thrd_t one;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&one, worker, NULL);
  thrd_join(one, NULL);
  return 0;
}
