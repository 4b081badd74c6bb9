// expect: verified
// exit: never
// search: stateful
//
// As forever_pipes, in datagrams over a pair of sockets.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* echo(void* unused) {
  for (;;) {
    char c;
    assert(recv(ends[1], &c, 1, 0) == 1);
    assert(send(ends[1], &c, 1, 0) == 1);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
  pthread_create(&t, NULL, echo, NULL);
  for (;;) {
    char c = 'x';
    assert(send(ends[0], &c, 1, 0) == 1);
    assert(recv(ends[0], &c, 1, 0) == 1);
  }
}
