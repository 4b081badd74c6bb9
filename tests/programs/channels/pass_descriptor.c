// expect: inconclusive
// message: SCM_RIGHTS
// search: dfs
//
// Passing a descriptor on is refused by its name.
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

int main(void) {
  int ends[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct iovec piece = {"x", 1};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(&control.header), &ends[0], sizeof(int));
  return (int)sendmsg(ends[1], &message, 0);
}
