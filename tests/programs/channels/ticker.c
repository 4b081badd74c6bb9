// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// Three ticks of a timer take three times its interval.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
static int ticks;
int main(void) {
  int t = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  struct itimerspec s = {.it_interval = {0, 10000000}, .it_value = {0, 10000000}};
  assert(timerfd_settime(t, 0, &s, 0) == 0);
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  while (ticks < 3) {
    uint64_t n;
    assert(read(t, &n, 8) == 8 && n >= 1);
    ticks += n;
  }
  clock_gettime(CLOCK_MONOTONIC, &b);
  long ns = (b.tv_sec - a.tv_sec) * 1000000000L + b.tv_nsec - a.tv_nsec;
  assert(ns >= 29000000);
  close(t);
  return 0;
}
