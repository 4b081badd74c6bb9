// analyze: deadlock
// main ends its thread alone; the last thread then runs what was registered, which locks twice.
// options: --property deadlock
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void at_end(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
}

void* worker(void* _) { return 0; }

int main() {
  pthread_t t;
  atexit(at_end);
  pthread_create(&t, 0, worker, 0);
  pthread_exit(0);
}
