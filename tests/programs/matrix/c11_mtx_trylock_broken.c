// expect: misuse
// lines: 12
// primitive: mtx_trylock
//
// The mutex is unlocked whether it was got or not.
#include <threads.h>

static mtx_t m;

static int worker(void* arg) {
  mtx_trylock(&m);
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
  return 0;
}
