// expect: race on x
// lines: 15
//
// A lock that is tested, then set: two threads can both find it free.
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool locked;
static int x;

static void* worker(void* arg) {
  while (atomic_load(&locked)) {
  }
  atomic_store(&locked, 1);
  x++;
  atomic_store(&locked, 0);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return x - 2;
}
