// expect: inconclusive
// message: depth
// flags: --max-depth 3
//
// Executions longer than the bound on depth are cut off.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* worker(void* arg) {
  for (int i = 0; i < 3; i++) x++;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  for (int i = 0; i < 3; i++) x++;
  pthread_join(thread, NULL);
  return x - 6;
}
