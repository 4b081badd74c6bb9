// expect: verified
// flags: -std=gnu89
//
// A function of that name that the program has itself is not the tool's.
#include <pthread.h>
static int asked;
void assert(int condition) { asked += !condition; }
static void *worker(void *argument) { return argument; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  assert(0);
  pthread_join(t, 0);
  return asked - 1;
}
