// expect: verified
// primitive: time
// primitive: clock_gettime
// primitive: gettimeofday
// primitive: timespec_get
// primitive: clock
// exit: 0
//
// Clocks go forward in each thread, and are the same in every execution.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

static void* worker(void* arg) {
  struct timespec before, after, standard, resolution;
  struct timeval day;
  time_t now;
  assert(clock_gettime(CLOCK_MONOTONIC, &before) == 0 && clock_gettime(CLOCK_MONOTONIC, &after) == 0);
  assert(after.tv_sec > before.tv_sec || after.tv_nsec > before.tv_nsec);
  assert(gettimeofday(&day, NULL) == 0 && time(&now) == now && now >= day.tv_sec);
  assert(timespec_get(&standard, TIME_UTC) == TIME_UTC && standard.tv_sec >= now);
  assert(clock_getres(CLOCK_MONOTONIC, &resolution) == 0 && resolution.tv_sec == 0);
  assert(clock() <= clock());
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
