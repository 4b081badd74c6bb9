// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// connect that does not wait, then poll and SO_ERROR.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static struct sockaddr_in a;
static void* client(void* x) {
  int c = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (connect(c, (struct sockaddr*)&a, sizeof a) != 0) {
    assert(errno == EINPROGRESS);
    struct pollfd p = {c, POLLOUT, 0};
    assert(poll(&p, 1, -1) == 1);
    int e = -1;
    socklen_t l = sizeof e;
    assert(getsockopt(c, SOL_SOCKET, SO_ERROR, &e, &l) == 0 && e == 0);
  }
  assert(fcntl(c, F_SETFL, fcntl(c, F_GETFL) & ~O_NONBLOCK) == 0);
  char b;
  assert(read(c, &b, 1) == 1 && b == 'z');
  close(c);
  return x;
}
int main(void) {
  int s = socket(AF_INET, SOCK_STREAM, 0);
  a.sin_family = AF_INET;
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(bind(s, (struct sockaddr*)&a, sizeof a) == 0 && listen(s, 1) == 0);
  socklen_t n = sizeof a;
  getsockname(s, (struct sockaddr*)&a, &n);
  pthread_t t;
  pthread_create(&t, 0, client, 0);
  int c = accept(s, 0, 0);
  assert(write(c, "z", 1) == 1);
  close(c);
  pthread_join(t, 0);
  close(s);
  return 0;
}
