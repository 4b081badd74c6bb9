// analyze: race on x
// exit() in a thread runs the destructor while main goes on.
#include <pthread.h>
#include <stdlib.h>

int x;

__attribute__((destructor)) void at_end(void) { x++; }

void* worker(void* _) { exit(0); }

int main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
