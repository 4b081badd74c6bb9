// expect: race on x
// lines: 20
//
// The broken twin: it looks, and then it takes.
#include <pthread.h>
static int held;
static int x;
static void lock(void) {
  int now, taken = 1;
  do {
    __asm__ __volatile__("movl %1, %0" : "=r"(now) : "m"(held) : "memory");
    if (now) __asm__ __volatile__("pause");
  } while (now);
  __asm__ __volatile__("xchgl %0, %1" : "+r"(taken), "+m"(held)::"memory");
}
static void unlock(void) { __asm__ __volatile__("movl $0, %0" : "=m"(held)::"memory"); }
static void* worker(void* argument) {
  lock();
  /* here */
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
  return 0;
}
