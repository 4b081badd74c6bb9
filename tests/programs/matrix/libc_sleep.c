// expect: verified
// primitive: sleep
// primitive: usleep
// primitive: nanosleep
// exit: 0
//
// Sleeping takes no time here, and any order is possible after it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int order[2], count;

static void* worker(void* arg) {
  struct timespec moment = {0, 1000}, rest = {0, 0};
  assert(sleep(1) == 0 && usleep(10) == 0 && nanosleep(&moment, &rest) == 0);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL) == 0);
  pthread_mutex_lock(&m);
  order[count++] = arg != NULL;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return count != 2;
}
