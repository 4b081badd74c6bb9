// analyze: race on x
#include <pthread.h>
#include <stdlib.h>

int x;

void at_end(void) { x++; }

void* worker(void* _) { exit(0); }

int main() {
  pthread_t t;
  atexit(at_end);
  pthread_create(&t, 0, worker, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
