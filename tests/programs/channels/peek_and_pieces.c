// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// writev, sendmsg, MSG_WAITALL, MSG_PEEK, FIONREAD, readv.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
static int s[2];
static void* w(void* a) {
  struct iovec v[2] = {{"ab", 2}, {"cde", 3}};
  assert(writev(s[0], v, 2) == 5);
  struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};
  assert(sendmsg(s[0], &m, 0) == 5);
  return a;
}
int main(void) {
  socketpair(AF_UNIX, SOCK_STREAM, 0, s);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  char b[16], c[2], d[8];
  assert(recv(s[1], b, 5, MSG_WAITALL) == 5 && !memcmp(b, "abcde", 5));
  assert(recv(s[1], b, 1, MSG_PEEK) == 1 && b[0] == 'a');
  pthread_join(t, 0);
  int n;
  assert(ioctl(s[1], FIONREAD, &n) == 0 && n == 5);
  struct iovec v[2] = {{c, 2}, {d, 8}};
  assert(readv(s[1], v, 2) == 5 && !memcmp(d, "cde", 3));
  return 0;
}
