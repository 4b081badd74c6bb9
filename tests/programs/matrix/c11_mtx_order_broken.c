// expect: deadlock
// lines: 13, 21
// primitive: mtx_t (plain)
// cycle: 2
//
// Two mutexes in opposite orders.
#include <threads.h>

static mtx_t a, b;

static int forward(void* arg) {
  mtx_lock(&a);
  mtx_lock(&b);
  mtx_unlock(&b);
  mtx_unlock(&a);
  return arg != NULL;
}

static int backward(void* arg) {
  mtx_lock(&b);
  mtx_lock(&a);
  mtx_unlock(&a);
  mtx_unlock(&b);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  mtx_init(&a, mtx_plain);
  mtx_init(&b, mtx_plain);
  thrd_create(&one, forward, NULL);
  thrd_create(&two, backward, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return 0;
}
