// expect: inconclusive
// message: execution
// flags: --max-executions 1
//
// A bound that was reached is never "verified".
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* worker(void* arg) {
  x++;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  x++;
  pthread_join(thread, NULL);
  return x - 2;
}
