// expect: verified
// visible: sync all
//
// Atomic operations on a variable of the C library: no race, in every order, and undone like plain writes.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

void *add(void *unused) {
  __atomic_fetch_add(&timezone, 1, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  assert(timezone == 0);
  pthread_t p; pthread_create(&p, 0, add, 0);
  add(0);
  pthread_join(p, 0);
  return timezone != 2;
}
