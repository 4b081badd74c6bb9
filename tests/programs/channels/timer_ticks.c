// expect: verified
// exit: 0
// search: dfs dpor stateful
//
// A timer that repeats counts what was missed; who reads it comes after who set it; epoll tells of it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int timer, data;

static void* setter(void* unused) {
  const struct itimerspec each = {.it_value = {.tv_nsec = 10000000}, .it_interval = {.tv_nsec = 10000000}};
  data = 1;
  assert(timerfd_settime(timer, 0, &each, NULL) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  const int set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data = {.fd = timer}};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, timer, &event) == 0);
  pthread_create(&t, NULL, setter, NULL);
  uint64_t times = 0;
  assert(epoll_wait(set, &event, 1, -1) == 1 && event.data.fd == timer);
  assert(read(timer, &times, sizeof times) == sizeof times && times >= 1);
  assert(data == 1);
  pthread_join(t, NULL);
  nanosleep(&(struct timespec){.tv_nsec = 35000000}, NULL);
  assert(read(timer, &times, sizeof times) == sizeof times && times >= 3);
  return 0;
}
