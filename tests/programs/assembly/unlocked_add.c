// expect: race on x
// lines: 9
//
// The broken twin: without the prefix the processor reads and writes.
#include <assert.h>
#include <pthread.h>
static int x;
static void* worker(void* argument) {
  __asm__ __volatile__("incl %0" : "+m"(x)::"memory");
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
