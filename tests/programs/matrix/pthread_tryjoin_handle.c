// expect: verified
// primitive: pthread_tryjoin_np
//
// The handle comes without order: that is no race on the thread. The join orders.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic pthread_t handle;
static int sum;

static void* worker(void* arg) {
  sum = 1;
  return arg;
}
static void* joiner(void* arg) {
  pthread_t target;
  while ((target = atomic_load_explicit(&handle, memory_order_relaxed)) == 0) {
  }
  while (pthread_tryjoin_np(target, NULL) == EBUSY) sched_yield();
  sum++;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, joiner, NULL);
  pthread_create(&two, NULL, worker, NULL);
  atomic_store_explicit(&handle, two, memory_order_relaxed);
  pthread_join(one, NULL);
  return 0;
}
