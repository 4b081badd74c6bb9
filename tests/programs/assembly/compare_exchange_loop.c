// expect: verified
// exit: 0
//
// A compare-exchange loop that counts.
#include <assert.h>
#include <pthread.h>
static int x;
static int swap(int* p, int expected, int wanted) {
  int old;
  __asm__ __volatile__("lock; cmpxchgl %2, %1" : "=a"(old), "+m"(*p) : "r"(wanted), "0"(expected) : "memory", "cc");
  return old;
}
static void* worker(void* argument) {
  int now = 0, seen;
  while ((seen = swap(&x, now, now + 1)) != now) now = seen;
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
