// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// A client that speaks by stdio, a server that reads lines and answers by dprintf.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static struct sockaddr_in a;
static void* client(void* x) {
  int c = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(c, (struct sockaddr*)&a, sizeof a) == 0);
  FILE* f = fdopen(c, "r+");
  assert(f && fprintf(f, "GET %s\n", (char*)x) > 0 && fflush(f) == 0);
  char line[32];
  assert(fgets(line, sizeof line, f) && !strcmp(line, "200 OK\n"));
  fclose(f);
  return 0;
}
int main(void) {
  int s = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  a.sin_family = AF_INET;
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(bind(s, (struct sockaddr*)&a, sizeof a) == 0 && listen(s, SOMAXCONN) == 0);
  socklen_t n = sizeof a;
  getsockname(s, (struct sockaddr*)&a, &n);
  pthread_t t;
  pthread_create(&t, 0, client, "/x");
  int c = accept(s, 0, 0);
  char b[64];
  size_t k = 0;
  while (k == 0 || b[k - 1] != '\n') {
    ssize_t r = read(c, b + k, sizeof b - k);
    assert(r > 0);
    k += r;
  }
  assert(k == 7 && !memcmp(b, "GET /x\n", 7));
  assert(dprintf(c, "%d %s\n", 200, "OK") == 7);
  close(c);
  pthread_join(t, 0);
  close(s);
  return 0;
}
