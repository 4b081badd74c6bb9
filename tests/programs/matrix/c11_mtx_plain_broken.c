// expect: misuse
// lines: 12
// primitive: mtx_t (plain)
//
// A plain mutex is locked again by its owner.
#include <threads.h>

static mtx_t m;

static int worker(void* arg) {
  mtx_lock(&m);
  mtx_lock(&m);
  mtx_unlock(&m);
  return arg != NULL;
}

int main(void) {
  thrd_t one;
  mtx_init(&m, mtx_plain);
  thrd_create(&one, worker, NULL);
  thrd_join(one, NULL);
  return 0;
}
