// expect: verified
// search: dfs dpor optimal
// exit: 0 1
//
// With SIGPIPE ignored a write to a pipe that nobody reads fails.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void* reader(void* unused) {
  close(ends[0]);
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0);
  signal(SIGPIPE, SIG_IGN);
  pthread_create(&t, NULL, reader, NULL);
  const ssize_t n = write(ends[1], "x", 1);
  assert(n == 1 || (n == -1 && errno == EPIPE));
  pthread_join(t, NULL);
  return n == 1 ? 0 : 1;
}
