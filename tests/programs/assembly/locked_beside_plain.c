// expect: race on x
// lines: 9, 15
//
// A plain access beside a locked one.
#include <pthread.h>
static int x;
static void* worker(void* argument) {
  /* atomic */
  __asm__ __volatile__("lock; addl $1, %0" : "+m"(x)::"memory");
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  x = 5;
  pthread_join(a, 0);
  return 0;
}
