// expect: verified
// exit: 0 1
// visible: sync all
//
// A declared race is no bug, and both values that it may read are explored.
#include <heddle.h>
#include <pthread.h>
static int hint;
static void* worker(void* argument) {
  hint = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  heddle_benign_race(&hint, sizeof hint);
  pthread_create(&t, 0, worker, 0);
  int seen = hint;
  pthread_join(t, 0);
  return seen;
}
