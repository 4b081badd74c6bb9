// expect: verified
// search: dfs dpor
//
// sendmsg and recvmsg: pieces go out as one datagram, one that does not fit is cut off and says so; what was written before
// it was sent is there when it was received.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], before;

static void* sender(void* unused) {
  struct iovec pieces[2] = {{"one ", 4}, {"two", 3}};
  const struct msghdr message = {.msg_iov = pieces, .msg_iovlen = 2};
  before = 1;
  assert(sendmsg(ends[1], &message, 0) == 7);
  assert(sendmsg(ends[1], &message, 0) == 7);
  return unused;
}

int main(void) {
  pthread_t t;
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
  pthread_create(&t, NULL, sender, NULL);
  char a[4], b[8];
  struct iovec pieces[2] = {{a, 4}, {b, 8}};
  struct msghdr message = {.msg_iov = pieces, .msg_iovlen = 2};
  assert(recvmsg(ends[0], &message, 0) == 7 && message.msg_flags == 0);
  assert(memcmp(a, "one ", 4) == 0 && memcmp(b, "two", 3) == 0 && before == 1);
  pieces[1].iov_len = 1;
  assert(recvmsg(ends[0], &message, 0) == 5 && message.msg_flags == MSG_TRUNC);
  pthread_join(t, NULL);
  return 0;
}
