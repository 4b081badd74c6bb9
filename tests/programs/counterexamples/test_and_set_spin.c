// expect: verified
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// while(f.test_and_set()); contended by two threads: a test-and-set of a set flag writes, but changes nothing.
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag f = ATOMIC_FLAG_INIT;
static int x;

static void* worker(void* arg) {
  while (atomic_flag_test_and_set(&f)) {
  }
  x++;
  atomic_flag_clear(&f);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return x - 2;
}
