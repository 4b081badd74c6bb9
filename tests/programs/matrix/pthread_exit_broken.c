// expect: race on value
// lines: 11, 18
// primitive: pthread_exit
//
// After pthread_exit in main the other threads run on; the last of them has nobody who orders it.
#include <pthread.h>

static int value;

static void* worker(void* arg) {
  value++;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  value++;
  pthread_exit(NULL);
}
