// expect: race on x
// lines: 11, 18
// visible: sync all
//
// One atomic access does not make the other one atomic.
#include <pthread.h>

static int x;

static void* worker(void* arg) {
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int r = x;
  pthread_join(thread, NULL);
  return r < 0;
}
