// expect: assertion
// lines: 12
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// create(T1); return | T1: assert(0). Main may end the process first or T1 may fail first: the end of the process is a
// step like any other.
#include <assert.h>
#include <pthread.h>

static void* fails(void* arg) {
  assert(arg != NULL);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fails, NULL);
  return 0;
}
