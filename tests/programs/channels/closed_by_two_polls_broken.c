// expect: assertion
// search: dfs dpor optimal stateful
//
// Two calls keep the socket open after it was closed. Who comes back last closes it: either, so that the end of the connection need not
// have come when the first is back.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], others[2];

static void* watcher(void* unused) {
  struct pollfd both[2] = {{ends[0], POLLIN, 0}, {others[0], POLLIN, 0}};
  poll(both, 2, 0);
  return unused;
}

int main(void) {
  pthread_t t, u;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || pipe(others) != 0) return 1;
  pthread_create(&t, NULL, watcher, NULL);
  pthread_create(&u, NULL, watcher, NULL);
  close(ends[0]);
  pthread_join(t, NULL);
  char c;
  assert(recv(ends[1], &c, 1, MSG_DONTWAIT) == 0);
  pthread_join(u, NULL);
  return 0;
}
