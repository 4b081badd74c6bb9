// expect: verified
// primitive: mtx_t (plain)
// exit: 0
//
// Two threads count under a mutex, which is destroyed at the end.
#include <threads.h>

static mtx_t m;
static int count;

static int worker(void* arg) {
  mtx_lock(&m);
  count++;
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
  mtx_destroy(&m);
  return count != 2;
}
