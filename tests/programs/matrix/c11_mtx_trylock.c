// expect: verified
// primitive: mtx_trylock
// exit: 1 2
//
// A trial succeeds or gives thrd_busy.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int count;

static int worker(void* arg) {
  int result = mtx_trylock(&m);
  assert(result == thrd_success || result == thrd_busy);
  if (result == thrd_success) {
    count++;
    mtx_unlock(&m);
  }
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  mtx_init(&m, mtx_plain);
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return count;
}
