// expect: verified
// search: dpor optimal stateful
//
// As try_connect.c, with another socket in each round: the number and the memory of the one before come back.
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

static void* server(void* unused) {
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un a = address();
  assert(bind(s, (void*)&a, sizeof a) == 0);
  assert(listen(s, 1) == 0);
  int c = accept(s, 0, 0);
  char b;
  assert(read(c, &b, 1) == 1 && b == 'x');
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  int s;
  struct sockaddr_un a = address();
  do {
    s = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(s, (void*)&a, sizeof a) == 0) break;
    assert(errno == ECONNREFUSED || errno == ENOENT);
    close(s);
  } while (1);
  assert(write(s, "x", 1) == 1);
  pthread_join(t, NULL);
  return 0;
}
