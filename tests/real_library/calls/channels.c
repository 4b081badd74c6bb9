// Pipes, pairs of sockets, event counters, queues and poll on one thread: descriptors do not block, so that every call comes
// back; results, errors and what was received must be those of the kernel.
#include "seeded.h"
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kMost = 12 };
static int numbers[kMost];
static int some(void) { return numbers[below(kMost)]; }
static void keep(int fd) { numbers[below(kMost)] = fd; }
static void show(long result) { printf(" = %ld, %s\n", result, result < 0 ? strerrorname_np(errno) : ""); }
static char bytes[80000];
static void show_bytes(long n) {
  unsigned long sum = 0;
  for (long i = 0; i < n; ++i) sum = sum * 31 + (unsigned char)bytes[i];
  printf("  %lu\n", sum);
}
static unsigned size(void) { return PICK(((unsigned[]){0, 1, 3, 8, 100, 5000})); }

static void make(void) {
  int ends[2] = {-7, -7};
  switch (below(6)) {
    case 0: printf("pipe2"), show(pipe2(ends, O_NONBLOCK)); break;
    case 1: printf("stream pair"), show(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends)); break;
    case 2: printf("datagram pair"), show(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, ends)); break;
    case 3: printf("packet pair"), show(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ends)); break;
    case 4: ends[0] = eventfd(below(3), EFD_NONBLOCK | (below(2) ? EFD_SEMAPHORE : 0)), printf("eventfd"), show(ends[0]); break;
    case 5: ends[0] = dup(some()), printf("dup"), show(ends[0]); break;
  }
  printf("  %d %d\n", ends[0], ends[1]);
  if (ends[0] >= 0) keep(ends[0]);
  if (ends[1] >= 0) keep(ends[1]);
}

// A socket that is closed with something unread resets the connection: not modelled.
static void drain(int fd) {
  char unread[6000];
  int nothing = 0;  // empty messages, or the end
  for (long n; nothing < 30 && (n = recv(fd, unread, sizeof unread, MSG_DONTWAIT)) >= 0;) nothing += n == 0;
  errno = 0;
}
static int is_socket(int fd) {
  int value;
  socklen_t room = sizeof value;
  return getsockopt(fd, SOL_SOCKET, SO_TYPE, &value, &room) == 0;
}

static int is_counter(int fd) {
  int there;
  return ioctl(fd, FIONREAD, &there) != 0 && errno == ENOTTY;
}

static void use(void) {
  const int fd = some();
  const unsigned n = size();
  memset(bytes, 'a' + (int)below(26), sizeof bytes);
  printf("fd %d ", fd);
  switch (below(16)) {
    case 0:
    case 1:
    case 2: {
      *(unsigned long*)bytes = below(5);
      if (n > 8 && is_counter(fd)) break;  // some kernels take the first eight bytes, others fail with EINVAL
      printf("write %u", n), show(write(fd, bytes, n));
    } break;
    case 3:
    case 4:
    case 5: {
      const long got = read(fd, bytes, n);
      printf("read %u", n), show(got), show_bytes(got);
    } break;
    case 6: {
      const int flags = PICK(((int[]){0, MSG_PEEK, MSG_DONTWAIT, MSG_NOSIGNAL}));
      const long got = recv(fd, bytes, n, flags);
      printf("recv %u %x", n, flags), show(got), show_bytes(got);
    } break;
    case 7: printf("send %u", n), show(send(fd, bytes, n, MSG_NOSIGNAL)); break;
    case 8: {
      const int how = PICK(((int[]){SHUT_RD, SHUT_WR, SHUT_RDWR, 9}));
      printf("shutdown %d", how), show(shutdown(fd, how));
    } break;
    case 9: drain(fd), printf("close"), show(close(fd)); break;
    case 10: {
      struct iovec v[2] = {{bytes, below(9)}, {bytes + 100, below(9)}};
      struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};
      if (below(2)) {
        printf("sendmsg"), show(sendmsg(fd, &m, MSG_NOSIGNAL));
      } else {
        const long got = recvmsg(fd, &m, 0);
        printf("recvmsg %x", got < 0 ? 0 : m.msg_flags), show(got), show_bytes(got < 0 ? 0 : 120);
      }
    } break;
    case 11: {
      int there = -3;
      const int result = ioctl(fd, FIONREAD, &there);
      if (result == 0) printf("FIONREAD %d", there > 0);  // what a queue of datagrams says differs between kernels
      show(result);
    } break;
    case 12: {
      const int from = fd, to = below(4) ? some() : 40;
      if (to < 3) break;
      drain(to);
      printf("dup2 %d", to), show(dup2(from, to));
    } break;
    case 13: {
      int value = -1;
      socklen_t room = sizeof value;
      const int option = PICK(((int[]){SO_TYPE, SO_ERROR, SO_ACCEPTCONN, SO_DOMAIN}));
      const int result = getsockopt(fd, SOL_SOCKET, option, &value, &room);
      printf("getsockopt %d: %d %u", option, value, room), show(result);
    } break;
    case 14: {
      const int flags = fcntl(fd, F_GETFL);
      printf("flags %x", flags < 0 ? 0 : flags & (O_ACCMODE | O_NONBLOCK)), show(flags < 0 ? -1 : 0);
    } break;
    case 15: {
      struct iovec v[2] = {{bytes, below(9)}, {bytes + 100, below(9)}};
      if (!is_socket(fd)) break;  // an event counter gets the pieces one by one
      if (below(2)) printf("writev"), show(writev(fd, v, 2));
      else printf("readv"), show(readv(fd, v, 2)), show_bytes(120);
    } break;
  }
}

static void look(void) {
  struct pollfd all[4];
  const unsigned n = 1 + below(4);
  for (unsigned i = 0; i < n; ++i)
    all[i].fd = some(), all[i].events = PICK(((short[]){POLLIN, POLLOUT, POLLIN | POLLOUT, 0})), all[i].revents = 77;
  const int ready = poll(all, n, 0);
  printf("poll");
  for (unsigned i = 0; i < n; ++i) printf(" %d:%x:%x", all[i].fd, all[i].events, all[i].revents);
  show(ready);
}

static int set = -1;
static void edges(void) {
  const int fd = some();
  const unsigned events = PICK(((unsigned[]){EPOLLIN, EPOLLOUT, EPOLLIN | EPOLLET, EPOLLIN | EPOLLOUT | EPOLLET, EPOLLIN | EPOLLONESHOT}));
  // Whatever a socket has sent and somebody has taken or thrown away is an edge of EPOLLOUT for the kernel, even if there was room: not modelled.
  if ((events & EPOLLET) && (events & EPOLLOUT) && is_socket(fd)) return;
  struct epoll_event event = {.events = events, .data = {.fd = fd}};
  if (below(2)) {
    const int what = PICK(((int[]){EPOLL_CTL_ADD, EPOLL_CTL_ADD, EPOLL_CTL_MOD, EPOLL_CTL_DEL}));
    printf("epoll_ctl %d %d %x", what, fd, events), show(epoll_ctl(set, what, fd, &event));
    return;
  }
  struct epoll_event found[20];
  const int n = epoll_wait(set, found, 20, 0);
  int order[20];
  for (int i = 0; i < n; ++i) order[i] = i;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      if (found[order[j]].data.fd < found[order[i]].data.fd) {
        const int t = order[i];
        order[i] = order[j], order[j] = t;
      }
  printf("epoll_wait");
  for (int i = 0; i < n; ++i) printf(" %d:%x", found[order[i]].data.fd, found[order[i]].events);
  show(n);
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  signal(SIGPIPE, SIG_IGN);
  for (int i = 0; i < kMost; ++i) numbers[i] = -1;
  const int with_epoll = (int)below(2);  // closed descriptors and epoll together are the kernel's own affair
  if (with_epoll) set = epoll_create1(0);
  for (int i = 0; i < 6; ++i) make();
  for (int i = 0; i < 120; ++i) {
    printf("%d ", i);
    switch (below(8)) {
      case 0: make(); break;
      case 1: look(); break;
      case 2:
        if (with_epoll) {
          edges();
          break;
        }
        // fall through
      default: use();
    }
  }
  return 0;
}
