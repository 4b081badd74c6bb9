// expect: verified
// exit: 1 2 3
// search: dfs dpor optimal stateful
//
// A timer and a message: either may be there first, or both.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  const struct itimerspec soon = {.it_value = {.tv_nsec = 5000000}};
  assert(timer >= 0 && pipe(ends) == 0 && timerfd_settime(timer, 0, &soon, NULL) == 0);
  pthread_create(&t, NULL, writer, NULL);
  struct pollfd both[2] = {{.fd = ends[0], .events = POLLIN}, {.fd = timer, .events = POLLIN}};
  assert(poll(both, 2, -1) >= 1);
  if (both[1].revents) {
    uint64_t times;
    assert(read(timer, &times, sizeof times) == sizeof times && times == 1);
  }
  pthread_join(t, NULL);
  return (both[0].revents ? 1 : 0) + (both[1].revents ? 2 : 0);
}
