// expect: verified
// search: dfs dpor optimal stateful
//
// After the call that was in progress the socket is closed, whoever let go of it last.
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* watcher(void* unused) {
  struct pollfd here = {ends[0], POLLIN | POLLOUT, 0};
  poll(&here, 1, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  pthread_create(&t, NULL, watcher, NULL);
  close(ends[0]);
  recv(ends[1], &(char){0}, 1, MSG_DONTWAIT);
  pthread_join(t, NULL);
  assert(send(ends[1], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  return 0;
}
