// expect: race on x
// lines: 7, 11
//
// The broken twin.
#include <pthread.h>
static int x;
static void* worker(void* argument) { return x++, argument; }
void main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x++;
  pthread_join(t, 0);
}
