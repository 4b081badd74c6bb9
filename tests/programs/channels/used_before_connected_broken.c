// expect: assertion
// search: dpor optimal stateful dfs
//
// Another thread may find the socket not connected.
#define _GNU_SOURCE
#include <assert.h>
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

static int s;
static void* client(void* unused) {
  assert(send(s, "x", 1, MSG_NOSIGNAL) == 1);
  return unused;
}

int main(void) {
  struct sockaddr_un a = address();
  int l = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(l, (void*)&a, sizeof a) == 0 && listen(l, 1) == 0);
  s = socket(AF_UNIX, SOCK_STREAM, 0);
  pthread_t u;
  pthread_create(&u, NULL, client, NULL);
  assert(connect(s, (void*)&a, sizeof a) == 0);
  pthread_join(u, NULL);
  return 0;
}
