// expect: assertion
// lines: 45
// process: socket_refused.c -DSERVER -- 8080
// process: socket_refused.c -DCLIENT -- 8080
// search: dpor optimal stateful
//
// A client that does not wait until the server listens.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in at(const char* port) {
  struct sockaddr_in a;
  memset(&a, 0, sizeof a);
  a.sin_family = AF_INET;
  a.sin_port = htons((unsigned short)atoi(port));
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return a;
}

#ifdef SERVER
int main(int argc, char** argv) {
  if (argc != 2) return 1;
  struct sockaddr_in a = at(argv[1]);
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(s, (struct sockaddr*)&a, sizeof a) != 0 || listen(s, 4) != 0) return 2;
  const int c = accept(s, 0, 0);
  char b[8];
  const ssize_t n = read(c, b, sizeof b);
  if (write(c, b, (size_t)n) != n) return 3;
  close(c);
  close(s);
  return 0;
}
#else
int main(int argc, char** argv) {
  if (argc != 2) return 1;
  struct sockaddr_in a = at(argv[1]);
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  const int refused = connect(s, (struct sockaddr*)&a, sizeof a);
  assert(refused == 0);
  char b[8];
  if (write(s, "ping", 4) != 4 || read(s, b, sizeof b) != 4) return 2;
  assert(memcmp(b, "ping", 4) == 0);
  return 0;
}
#endif
