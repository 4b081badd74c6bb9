// expect: verified
// exit: 0
//
// Barriers in every form that is in use; the last one is a locked addition of 0 to the stack.
#include <assert.h>
#include <pthread.h>
static _Atomic int x, y;
static int a, b;
static void* worker(void* argument) {
  __atomic_store_n((int*)&x, 1, __ATOMIC_RELAXED);
  __asm__ __volatile__("mfence" ::: "memory");
  a = __atomic_load_n((int*)&y, __ATOMIC_RELAXED);
  __asm__ __volatile__("sfence; lfence" ::: "memory");
  __asm__ __volatile__("nop\n\tnop");
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __atomic_store_n((int*)&y, 1, __ATOMIC_RELAXED);
  __asm__ __volatile__("lock; addl $0, 0(%%rsp)" ::: "memory", "cc");
  b = __atomic_load_n((int*)&x, __ATOMIC_RELAXED);
  pthread_join(t, 0);
  assert(a == 1 || b == 1);
  return 0;
}
