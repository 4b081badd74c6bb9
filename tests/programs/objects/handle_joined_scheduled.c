// expect: misuse
// message: handle of a thread that is gone
// lines: 14
//
// After the join there is no such thread any more.
#define _GNU_SOURCE
#include <pthread.h>

static void *nothing(void *argument) { return argument; }
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, nothing, 0);
  pthread_join(other, 0);
  pthread_setschedprio(other, 0);
  return 0;
}
