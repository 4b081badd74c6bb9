// expect: verified
// exit: never
// search: stateful
//
// As forever_pipes, over a pair of sockets, in messages of two sizes.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* echo(void* unused) {
  for (;;) {
    char text[8];
    const ssize_t n = read(ends[1], text, sizeof text);
    assert(n == 1 || n == 5);
    assert(write(ends[1], text, n) == n);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
  pthread_create(&t, NULL, echo, NULL);
  for (size_t n = 1;; n = 6 - n) {
    char text[8] = "hello";
    assert(write(ends[0], text, n) == (ssize_t)n);
    assert(read(ends[0], text, sizeof text) == (ssize_t)n);
  }
}
