// expect: assertion
// search: dfs dpor optimal stateful
//
// One thread listens, another connects; here it listens already.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

static int s;

static void* client(void* unused) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  strcpy(a.sun_path, "server");
  const int own = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(own, (void*)&a, sizeof a) < 0);
  return unused;
}

int main(void) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  strcpy(a.sun_path, "server");
  s = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(s, (void*)&a, sizeof a) == 0);
  pthread_t t;
  pthread_create(&t, NULL, client, NULL);
  assert(listen(s, 1) == 0);
  pthread_join(t, NULL);
  return 0;
}
