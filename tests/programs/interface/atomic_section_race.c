// expect: race on shared
// lines: 11, 18
//
// A section orders only those who use one.
#include <heddle.h>
#include <pthread.h>
static int shared;
static void* section(void* argument) {
  heddle_atomic_begin();
  int* place = &shared;
  *place = 1;
  heddle_atomic_end();
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, section, 0);
  int seen = shared;
  pthread_join(t, 0);
  return seen > 1;
}
