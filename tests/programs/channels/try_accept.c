// expect: verified
// search: dpor optimal stateful
//
// A server that polls for a connection.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address(void) {
  struct sockaddr_un a;
  memset(&a, 0, sizeof a);
  a.sun_family = AF_UNIX;
  strcpy(a.sun_path, "try.socket");
  return a;
}

static void* client(void* unused) {
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un a = address();
  assert(connect(s, (void*)&a, sizeof a) == 0);
  assert(write(s, "x", 1) == 1);
  return unused;
}

int main(void) {
  int s = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0), c;
  struct sockaddr_un a = address();
  assert(bind(s, (void*)&a, sizeof a) == 0);
  assert(listen(s, 1) == 0);
  pthread_t t;
  pthread_create(&t, NULL, client, NULL);
  while ((c = accept(s, 0, 0)) < 0) assert(errno == EAGAIN);
  char b;
  assert(read(c, &b, 1) == 1 && b == 'x');
  pthread_join(t, NULL);
  return 0;
}
