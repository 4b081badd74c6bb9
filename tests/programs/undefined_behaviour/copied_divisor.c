// expect: memory
// lines: 11
//
// The divisor is a copy of what only one order writes.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void* thread(void* arg) { return flag = 1, arg; }
static int divided(int seen) {
  int d; if (seen) d = 2; int e; e = d;
  return 10 / (e + 1);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  int r = divided(flag);
  pthread_join(t, 0);
  return r == 99;
}
