// expect: verified
// process: try_connect_again.c -- 0
// process: try_connect_again.c -- 1
// search: dpor optimal stateful
//
// The client tries with another socket in each round until the server listens.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
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

int main(int argc, char** argv) {
  const int me = argc > 1 ? atoi(argv[1]) : 0;
  struct sockaddr_un a = address();
  if (me == 0) {
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(bind(s, (void*)&a, sizeof a) == 0 && listen(s, 1) == 0);
    int c = accept(s, 0, 0);
    char b;
    assert(read(c, &b, 1) == 1 && b == 'x');
    return 0;
  }
  for (;;) {
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(s, (void*)&a, sizeof a) == 0) {
      assert(write(s, "x", 1) == 1);
      return 0;
    }
    close(s);
  }
}
