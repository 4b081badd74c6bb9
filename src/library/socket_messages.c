// sendmsg and recvmsg: pieces and an address, no control data. Descriptors are not passed on (SCM_RIGHTS is refused).
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "world.h"

UNSEEN_BEGIN

static ssize_t total_of(const struct msghdr* m) {
  if (m->msg_iovlen > IOV_MAX) return failed(EMSGSIZE);
  heddle_world_uses(m->msg_iov, sizeof *m->msg_iov * m->msg_iovlen, 0);
  ssize_t total = 0;
  for (size_t i = 0; i < m->msg_iovlen; i++)
    if (__builtin_add_overflow(total, (ssize_t)m->msg_iov[i].iov_len, &total) || total < 0) return failed(EINVAL);
  return total;
}

static void check_control(const struct msghdr* m) {
  if (!m->msg_control || m->msg_controllen < sizeof(struct cmsghdr)) return;
  const struct cmsghdr* c = m->msg_control;
  heddle_world_uses(c, sizeof *c, 0);
  if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
    heddle_refuses("sendmsg that passes descriptors on (SCM_RIGHTS)");
  heddle_refuses("sendmsg with control data");
}

ssize_t sendmsg(int number, const struct msghdr* users, int flags) {
  heddle_world_uses(users, sizeof *users, 0);
  check_control(users);
  const ssize_t total = total_of(users);
  if (total < 0) return -1;
  char* whole = heddle_world_allocate((size_t)total + 1);
  size_t done = 0;
  for (size_t i = 0; i < users->msg_iovlen; i++) {
    const struct iovec* piece = &users->msg_iov[i];
    heddle_world_uses(piece->iov_base, piece->iov_len, 0);
    world_copy(whole + done, piece->iov_base, piece->iov_len);
    done += piece->iov_len;
  }
  const ssize_t n = sendto(number, whole, (size_t)total, flags, users->msg_name, users->msg_namelen);
  heddle_world_gives_back(whole);
  return n;
}

// Does it keep the bounds of messages? One byte more than there is room for tells that one was cut off.
static int keeps_bounds(int number) {
  const struct open_file* f = descriptor_peek(number);
  return f && (f->kind == kSocket || f->kind == kPipe) && f->in && f->in->messages;
}

ssize_t recvmsg(int number, struct msghdr* users, int flags) {
  heddle_world_uses(users, sizeof *users, 0);
  const ssize_t total = total_of(users);
  if (total < 0) return -1;
  char* whole = heddle_world_allocate((size_t)total + 1);
  const int more = keeps_bounds(number);
  socklen_t size = users->msg_namelen;
  const ssize_t n = recvfrom(number, whole, (size_t)(total + more), flags & ~MSG_CMSG_CLOEXEC, users->msg_name, users->msg_name ? &size : 0);
  if (n >= 0) {
    const size_t got = n > total ? (size_t)total : (size_t)n;
    size_t done = 0;
    for (size_t i = 0; i < users->msg_iovlen && done < got; i++) {
      const struct iovec* piece = &users->msg_iov[i];
      const size_t part = piece->iov_len < got - done ? piece->iov_len : got - done;
      heddle_world_uses(piece->iov_base, part, 1);
      world_copy(piece->iov_base, whole + done, part);
      done += part;
    }
    heddle_world_uses(users, sizeof *users, 1);
    users->msg_namelen = users->msg_name ? size : 0;
    users->msg_controllen = 0;
    users->msg_flags = n > total ? MSG_TRUNC : 0;
  }
  heddle_world_gives_back(whole);
  return n > total ? total : n;
}

UNSEEN_END
