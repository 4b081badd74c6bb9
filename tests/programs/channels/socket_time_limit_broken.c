// expect: assertion
// lines: 26
// search: dfs dpor optimal stateful
//
// The time of a receive may be over before anything has come.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int ends[2];

static void* sender(void* unused) {
  if (write(ends[1], "x", 1) != 1) return NULL;
  return unused;
}

int main(void) {
  const struct timeval second = {.tv_sec = 1};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  if (setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second) != 0) return 1;
  pthread_t t;
  pthread_create(&t, NULL, sender, NULL);
  char c;
  assert(recv(ends[0], &c, 1, 0) == 1);
  pthread_join(t, NULL);
  return 0;
}
