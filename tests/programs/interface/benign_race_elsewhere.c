// expect: race on other
// lines: 11, 20
//
// The declaration covers the bytes that it names and no others.
#include <heddle.h>
#include <pthread.h>
static int hint, other;
static void* worker(void* argument) {
  hint = 1;
  int* place = &other;
  *place = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  heddle_benign_race(&hint, sizeof hint);
  pthread_create(&t, 0, worker, 0);
  int seen = hint;
  seen += other;
  pthread_join(t, 0);
  return seen > 5;
}
