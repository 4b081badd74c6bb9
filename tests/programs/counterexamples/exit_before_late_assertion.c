// expect: assertion
// lines: 16
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// As exit_before_assertion.c, but T1 has a visible step before it fails, so that the order of that step and the end of
// the process has to be reversed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a;

static void* fails(void* arg) {
  atomic_store(&a, 1);
  assert(atomic_load(&a) == 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fails, NULL);
  return 0;
}
