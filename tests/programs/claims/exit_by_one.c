// expect: verified
// exit: 3
// assumes: nothing
//
// The twin of exit_by_two.c in which only one thread can come to its exit: main waits for the other, which ends the process.
#include <pthread.h>
#include <stdlib.h>

static void *ends(void *argument) { exit(3); }

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, ends, 0);
  pthread_join(other, 0);
  return 0;
}
