// expect: verified
// search: dfs dpor optimal stateful
//
// What came before a shutdown can be received after it; then comes the end. A file stays in a set of epoll as long as one
// descriptor of it is open, whichever it was added by.
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static void* sends(void* unused) {
  assert(send(ends[1], "x", 1, 0) == 1);
  assert(shutdown(ends[1], SHUT_WR) == 0);
  return unused;
}

int main(void) {
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  const int set = epoll_create1(0), other = dup(ends[0]);
  struct epoll_event event = {.events = EPOLLIN, .data = {.fd = 77}};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) == 0);
  close(ends[0]);
  pthread_t t;
  pthread_create(&t, 0, sends, 0);
  assert(epoll_wait(set, &event, 1, -1) == 1 && event.data.fd == 77);
  pthread_join(t, 0);
  assert(shutdown(other, SHUT_RD) == 0);
  char c = 0;
  assert(recv(other, &c, 1, 0) == 1 && c == 'x');
  assert(recv(other, &c, 1, 0) == 0);
  assert(send(other, "", 0, MSG_NOSIGNAL) == 0);
  close(other);
  assert(epoll_wait(set, &event, 1, 0) == 0);
  return 0;
}
