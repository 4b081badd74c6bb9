// expect: verified
//
// What fstat says of descriptors that are no files, and accept of a socket for datagrams.
#include <assert.h>
#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>
static mode_t mode(int fd) {
  struct stat s;
  assert(fstat(fd, &s) == 0);
  return s.st_mode;
}
int main(void) {
  int p[2];
  assert(pipe(p) == 0);
  assert(S_ISFIFO(mode(p[0])));
  assert(mode(epoll_create1(0)) == 0600);
  assert(mode(eventfd(0, 0)) == 0600);
  assert(mode(timerfd_create(CLOCK_MONOTONIC, 0)) == 0600);
  int s = socket(AF_UNIX, SOCK_STREAM, 0), d = socket(AF_UNIX, SOCK_DGRAM, 0);
  assert(mode(s) == (S_IFSOCK | 0777));
  assert(accept(d, 0, 0) == -1 && errno == EOPNOTSUPP);
  assert(accept(s, 0, 0) == -1 && errno == EINVAL);
  return 0;
}
