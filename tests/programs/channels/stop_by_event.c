// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// A loop of epoll that a counter stops: what is in the pipe by then may stay there.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int p[2], stop, got;
static void* loop(void* a) {
  int e = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event ev = {.events = EPOLLIN, .data.fd = p[0]};
  assert(epoll_ctl(e, EPOLL_CTL_ADD, p[0], &ev) == 0);
  ev.data.fd = stop;
  assert(epoll_ctl(e, EPOLL_CTL_ADD, stop, &ev) == 0);
  for (int running = 1; running;) {
    struct epoll_event out[4];
    int n = epoll_wait(e, out, 4, -1);
    assert(n > 0);
    for (int i = 0; i < n; i++) {
      if (out[i].data.fd == stop) {
        uint64_t v;
        assert(read(stop, &v, 8) == 8);
        running = 0;
      } else {
        char c;
        assert(read(p[0], &c, 1) == 1);
        got++;
      }
    }
  }
  close(e);
  return a;
}
int main(void) {
  assert(pipe(p) == 0);
  stop = eventfd(0, 0);
  pthread_t t;
  pthread_create(&t, 0, loop, 0);
  assert(write(p[1], "xy", 2) == 2);
  uint64_t one = 1;
  assert(write(stop, &one, 8) == 8);
  pthread_join(t, 0);
  assert(got <= 2);
  return 0;
}
