// expect: verified
// search: dfs dpor stateful
//
// Edge-triggered epoll with a reader that empties the pipe each time it is told.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "a", 1) == 1);
  assert(write(ends[1], "b", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe2(ends, O_NONBLOCK) == 0);
  const int set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data = {.fd = ends[0]}};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) == 0);
  pthread_create(&t, NULL, writer, NULL);
  for (int got = 0; got < 2;) {
    assert(epoll_wait(set, &event, 1, -1) == 1);
    char c;
    while (read(ends[0], &c, 1) == 1) got++;
    assert(errno == EAGAIN);
  }
  pthread_join(t, NULL);
  return 0;
}
