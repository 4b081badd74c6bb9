// expect: verified
// search: dpor stateful
//
// Flags belong to the thread that has raised them, and a new execution begins without them: those of long double
// arithmetic (the x87 unit), too.
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void* divide(void* unused) {
  assert(!fetestexcept(FE_DIVBYZERO));
  turn = 1;
  volatile long double zero = 0, infinite = 1 / zero;
  (void)infinite;
  turn = 2;
  assert(fetestexcept(FE_DIVBYZERO));
  return 0;
}

int main(void) {
  pthread_t thread;
  assert(!fetestexcept(FE_ALL_EXCEPT));
  pthread_create(&thread, 0, divide, 0);
  (void)atomic_load(&turn);
  assert(!fetestexcept(FE_DIVBYZERO));
  pthread_join(thread, 0);
  assert(!fetestexcept(FE_DIVBYZERO));
  return 0;
}
