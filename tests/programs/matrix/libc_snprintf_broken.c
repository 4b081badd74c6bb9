// expect: race on out
// lines: 13
// primitive: snprintf
// primitive: vsnprintf
//
// Two threads write one buffer.
#include <pthread.h>
#include <stdio.h>

static char out[32];

static void* worker(void* arg) {
  snprintf(out, sizeof out, "%d", 7);
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
