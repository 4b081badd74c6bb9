// expect: misuse
// lines: 11
// primitive: mtx_t (plain)
//
// A mutex is used after it was destroyed.
#include <threads.h>

static mtx_t m;

static int worker(void* arg) {
  mtx_lock(&m);
  mtx_unlock(&m);
  return arg != NULL;
}

int main(void) {
  thrd_t one;
  mtx_init(&m, mtx_plain);
  mtx_destroy(&m);
  thrd_create(&one, worker, NULL);
  thrd_join(one, NULL);
  return 0;
}
