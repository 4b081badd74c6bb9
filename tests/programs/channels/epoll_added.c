// expect: verified
// search: dpor optimal stateful
//
// A descriptor that is added while somebody waits for the set wakes it up.
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int set, ends[2];

static void* adder(void* unused) {
  struct epoll_event event = {.events = EPOLLIN, .data = {.fd = ends[0]}};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  set = epoll_create1(0);
  assert(set >= 0 && pipe(ends) == 0 && write(ends[1], "x", 1) == 1);
  pthread_create(&t, NULL, adder, NULL);
  struct epoll_event event;
  assert(epoll_wait(set, &event, 1, -1) == 1 && event.data.fd == ends[0] && event.events == EPOLLIN);
  pthread_join(t, NULL);
  return 0;
}
