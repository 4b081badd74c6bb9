// expect: verified
// search: dpor optimal stateful
//
// Another thread may find the socket connected or not.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
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

static int s;
static atomic_int failed;
static void* client(void* unused) {
  if (send(s, "x", 1, MSG_NOSIGNAL) < 0) {
    assert(errno == ENOTCONN);
    failed = 1;
  }
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, server, NULL);
  s = socket(AF_UNIX, SOCK_STREAM, 0);
  pthread_create(&u, NULL, client, NULL);
  struct sockaddr_un a = address();
  while (connect(s, (void*)&a, sizeof a) < 0) sched_yield();
  pthread_join(u, NULL);
  if (failed) assert(write(s, "x", 1) == 1);
  pthread_join(t, NULL);
  return 0;
}
