// expect: verified
// search: dfs dpor optimal stateful
// exit: 0 1
//
// A receive that does not wait: both outcomes exist.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0);
  assert(fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK) == 0);
  pthread_create(&t, NULL, writer, NULL);
  char c;
  const ssize_t n = read(ends[0], &c, 1);
  assert(n == 1 || (n == -1 && errno == EAGAIN));
  pthread_join(t, NULL);
  return n == 1 ? 0 : 1;
}
