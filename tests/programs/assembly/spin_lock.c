// expect: verified
// exit: 0
//
// The spin lock of many libraries: xchg, pause, and a store behind a compiler barrier.
#include <assert.h>
#include <pthread.h>
static volatile int held;
static int x;
static void lock(void) {
  int taken = 1;
  for (;;) {
    __asm__ __volatile__("xchgl %0, %1" : "+r"(taken), "+m"(held)::"memory");
    if (!taken) return;
    __asm__ __volatile__("rep; nop" ::: "memory");
    taken = 1;
  }
}
static void unlock(void) { __asm__ __volatile__("movl $0, %0" : "=m"(held)::"memory"); }
static void* worker(void* argument) {
  lock();
  x++;
  unlock();
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
