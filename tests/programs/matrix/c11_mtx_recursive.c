// expect: verified
// primitive: mtx_t (recursive)
// exit: 0
//
// A recursive mutex; it may be timed as well.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int count;

static int worker(void* arg) {
  mtx_lock(&m);
  assert(mtx_trylock(&m) == thrd_success);
  mtx_unlock(&m);
  count++;
  mtx_unlock(&m);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  mtx_init(&m, mtx_timed | mtx_recursive);
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return count != 2;
}
