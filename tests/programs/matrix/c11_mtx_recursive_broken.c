// expect: deadlock
// primitive: mtx_t (recursive)
//
// One unlock too few.
#include <threads.h>

static mtx_t m;

static int worker(void* arg) {
  mtx_lock(&m);
  mtx_lock(&m);
  mtx_unlock(&m);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  mtx_init(&m, mtx_recursive);
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return 0;
}
