// expect: assertion
// search: dfs dpor optimal stateful
//
// A call that has begun keeps the socket open until it comes back. So the peer can still send, also after poll has looked for what has
// come.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static short found;

static void* watcher(void* unused) {
  struct pollfd here = {ends[0], POLLIN | POLLOUT, 0};
  poll(&here, 1, 0);
  found = here.revents;
  return unused;
}

int main(void) {
  pthread_t t;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  pthread_create(&t, NULL, watcher, NULL);
  close(ends[0]);
  const ssize_t sent = send(ends[1], "x", 1, MSG_NOSIGNAL);
  pthread_join(t, NULL);
  assert(!(sent == 1 && found == POLLOUT));
  return 0;
}
