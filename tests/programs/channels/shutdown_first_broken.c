// expect: assertion
// search: dfs dpor optimal stateful
//
// The other way round: that nothing can be sent after a shutdown is wrong if the sender is faster.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>

static int ends[2];
static void* sends(void* unused) {
  assert(send(ends[0], "x", 1, MSG_NOSIGNAL) == -1);
  return unused;
}

int main(void) {
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  pthread_t t;
  pthread_create(&t, 0, sends, 0);
  shutdown(ends[0], SHUT_WR);
  pthread_join(t, 0);
  return 0;
}
