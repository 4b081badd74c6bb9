// expect: verified
// exit: 0
//
// A counter by lock-prefixed instructions.
#include <assert.h>
#include <pthread.h>
static int x;
static void* worker(void* argument) {
  __asm__ __volatile__("lock; incl %0" : "+m"(x)::"memory");
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
