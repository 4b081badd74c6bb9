// expect: deadlock
// search: dfs dpor stateful
//
// Edge-triggered epoll with a reader that takes one byte each time: if both came before it looked, it is not told again.
#include <assert.h>
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
  assert(pipe(ends) == 0);
  const int set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data = {.fd = ends[0]}};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) == 0);
  pthread_create(&t, NULL, writer, NULL);
  for (int got = 0; got < 2; got++) {
    char c;
    assert(epoll_wait(set, &event, 1, -1) == 1);
    assert(read(ends[0], &c, 1) == 1);
  }
  pthread_join(t, NULL);
  return 0;
}
