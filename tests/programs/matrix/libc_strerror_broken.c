// expect: race on text
// lines: 14
// primitive: strerror_r
//
// One buffer for two threads.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <pthread.h>
#include <string.h>

static char text[64];

static void* worker(void* arg) {
  strerror_r(EACCES, text, sizeof text);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
