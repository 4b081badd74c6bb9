// expect: assertion
// search: dfs dpor optimal stateful
//
// One thread shuts its socket down, another still sends: it depends on who comes first, whichever is started first.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>

static int ends[2];
static void* shut(void* unused) {
  shutdown(ends[0], SHUT_WR);
  return unused;
}

int main(void) {
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  pthread_t t;
  pthread_create(&t, 0, shut, 0);
  assert(send(ends[0], "x", 1, MSG_NOSIGNAL) == 1);
  pthread_join(t, 0);
  return 0;
}
