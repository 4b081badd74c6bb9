// expect: verified
// exit: 0
// flags: -masm=intel
//
// Intel's syntax throughout.
#include <assert.h>
#include <pthread.h>
static int x;
static long y = 6;
static void* worker(void* argument) {
  __asm__ __volatile__("lock add dword ptr [%0], %1" ::"r"(&x), "r"(2) : "memory", "cc");
  return argument;
}
int main(void) {
  pthread_t a, b;
  long old = 6;
  unsigned char done;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __asm__ __volatile__("lock cmpxchg %1, %3\n\tsete %2" : "+a"(old), "+m"(y), "=q"(done) : "r"(9L) : "memory");
  assert(x == 4 && done && y == 9);
  return 0;
}
