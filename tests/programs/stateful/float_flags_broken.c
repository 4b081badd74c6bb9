// expect: assertion
// search: dpor stateful best-first
//
// The only difference between two orders is whether a flag of the thread's floating-point unit is set.
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy;
static pthread_t thread;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* toggle(void* unused) {
  busy = 1;
  busy = 0;
  return 0;
}

int main(void) {
  pthread_create(&thread, 0, toggle, 0);
  if (busy) feraiseexcept(FE_DIVBYZERO);
  pthread_join(thread, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  assert(!fetestexcept(FE_DIVBYZERO));
  return 0;
}
