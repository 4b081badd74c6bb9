// expect: verified
// search: dpor optimal stateful
//
// With a time limit a receive may find nothing, and what comes later stays for the next one; likewise a send that finds no room.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int ends[2];
static char block[65536];

static void* sender(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  const struct timeval second = {.tv_sec = 1}, none = {0}, wrong = {.tv_usec = 1000000};
  assert(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &wrong, sizeof wrong) == -1 && errno == EDOM);
  assert(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second) == 0);
  pthread_t t;
  pthread_create(&t, NULL, sender, NULL);
  char c;
  const ssize_t n = recv(ends[0], &c, 1, 0);
  assert(n == 1 || (n == -1 && errno == EAGAIN));
  assert(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &none, sizeof none) == 0);
  if (n == -1) assert(read(ends[0], &c, 1) == 1);
  assert(c == 'x');
  pthread_join(t, NULL);
  assert(setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &second, sizeof second) == 0);
  ssize_t sent;
  while ((sent = write(ends[0], block, sizeof block)) > 0) continue;
  assert(sent == -1 && errno == EAGAIN);
  return 0;
}
