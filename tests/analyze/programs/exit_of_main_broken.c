// analyze: race on x
// exit() in main, inside of a function: the destructor runs while the worker does.
#include <pthread.h>
#include <stdlib.h>

int x;

__attribute__((destructor)) void at_end(void) { x++; }

void* worker(void* _) {
  x = 1;
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  exit(0);
}
