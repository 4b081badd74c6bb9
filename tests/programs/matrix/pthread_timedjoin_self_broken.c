// expect: misuse
// lines: 14
// message: itself
// primitive: pthread_timedjoin_np
//
// EDEADLK at once.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <time.h>

int main(void) {
  struct timespec past = {1, 0};
  pthread_timedjoin_np(pthread_self(), NULL, &past);
  return 0;
}
