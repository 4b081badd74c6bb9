// Sockets: pairs, local ones and those of the loopback. A connection is a channel in each direction; one that is not yet
// accepted is a message in the channel of the socket that listens; a datagram socket has one channel, which everybody sends
// to. Addresses are a list, an object of its own. What is not loopback is refused with its address.
//
// With --lossy a datagram may be lost, and datagrams may overtake each other.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "world.h"

int sockets_print(char*, size_t, const char*, ...) HEDDLE_REAL("snprintf");
void* sockets_clear(void*, int, size_t) HEDDLE_REAL("memset");
int heddle_world_lossy(void);
int heddle_choose(int);

struct address {
  union {
    struct sockaddr any;
    struct sockaddr_un local;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
  } as;
  socklen_t size;  // 0: none
};
struct socket {
  int domain, type, listens, reuses, error;
  struct open_file* file;
  struct address own, peer;
  struct socket* next;  // in the list of those that have an address
  struct channel* heard;  // of a datagram socket
};
// Both directions of a connection that waits to be accepted, and who asked for it.
struct connection {
  struct channel *to_server, *to_client;
  struct address client;
};

// Not static: see descriptors.c.
#define bound heddle_world_bound
#define addresses heddle_world_addresses
struct socket* bound;
char addresses[16];  // the list as an object

UNSEEN_BEGIN

static struct socket* socket_of(const struct open_file* f) { return f->more; }

// ---- addresses ----

static int is_loopback(const struct address* a) {
  if (a->as.any.sa_family == AF_INET) {
    const unsigned n = __builtin_bswap32(a->as.in.sin_addr.s_addr);
    return n >> 24 == 127 || n == 0;
  }
  const unsigned char* b = a->as.in6.sin6_addr.s6_addr;
  for (int i = 0; i < 15; i++)
    if (b[i]) return 0;
  return b[15] <= 1;
}
static void refuse_address(const struct address* a) {
  char* text = heddle_world_allocate(100);
  if (a->as.any.sa_family == AF_INET) {
    const unsigned n = __builtin_bswap32(a->as.in.sin_addr.s_addr);
    sockets_print(text, 100, "the network: the address %u.%u.%u.%u is not loopback, and", n >> 24, n >> 16 & 255, n >> 8 & 255, n & 255);
  } else {
    sockets_print(text, 100, "the network: an address that is not loopback");
  }
  heddle_refuses(text);
}

// 0: it is one of ours; else the error.
static int read_address(const struct socket* s, const struct sockaddr* users, socklen_t size, struct address* out) {
  if (size < sizeof(sa_family_t) || size > sizeof out->as) return EINVAL;
  heddle_world_uses(users, size, 0);
  sockets_clear(out, 0, sizeof *out);
  world_copy(&out->as, users, size);
  out->size = size;
  if (out->as.any.sa_family != s->domain) return EAFNOSUPPORT;
  if (s->domain == AF_INET && size < sizeof out->as.in) return EINVAL;
  if (s->domain == AF_INET6 && size < sizeof out->as.in6 - 4) return EINVAL;
  if (s->domain != AF_UNIX && !is_loopback(out)) refuse_address(out);
  return 0;
}
static unsigned short* port_of(struct address* a) {
  return a->as.any.sa_family == AF_INET ? &a->as.in.sin_port : &a->as.in6.sin6_port;
}
static int is_same(struct address* a, struct address* b) {
  if (a->size == 0 || b->size == 0 || a->as.any.sa_family != b->as.any.sa_family) return 0;
  if (a->as.any.sa_family != AF_UNIX) return *port_of(a) == *port_of(b);
  return world_compare(a->as.local.sun_path, b->as.local.sun_path, sizeof a->as.local.sun_path) == 0;
}
static struct socket* socket_at(struct address* a, int type) {
  for (struct socket* s = bound; s; s = s->next)
    if (s->type == type && is_same(&s->own, a)) return s;
  return 0;
}
static void give_address(const struct address* a, struct sockaddr* users, socklen_t* size) {
  if (!users || !size) return;
  heddle_world_uses(size, sizeof *size, 0);
  const socklen_t n = a->size < *size ? a->size : *size;
  heddle_world_uses(users, n, 1);
  world_copy(users, &a->as, n);
  heddle_world_uses(size, sizeof *size, 1);
  *size = a->size;
}
// Of a socket that nobody has bound, by what does not depend on the others.
static void own_port(struct socket* s) {
  if (s->domain == AF_UNIX || s->own.size != 0) return;
  s->own.as.any.sa_family = (sa_family_t)s->domain;
  s->own.size = s->domain == AF_INET ? sizeof s->own.as.in : sizeof s->own.as.in6;
  if (s->domain == AF_INET) s->own.as.in.sin_addr.s_addr = __builtin_bswap32(0x7f000001);
  if (s->domain == AF_INET6) s->own.as.in6.sin6_addr.s6_addr[15] = 1;
  *port_of(&s->own) = __builtin_bswap16((unsigned short)(49152 + (unsigned long)s / 16 % 16000));
}

// ---- the open file ----

static ssize_t receive_flagged(struct open_file* f, void* to, size_t size, int flags, unsigned long* from) {
  struct socket* s = socket_of(f);
  if (s->heard) return channel_receive(s->heard, to, size, flags, from);
  if (!f->in) return s->peer.size || s->error ? 0 : failed(ENOTCONN);
  ssize_t total = 0;
  do {
    const ssize_t n = channel_receive(f->in, (char*)to + total, size - (size_t)total, flags, from);
    if (n <= 0) return total ? total : n;
    total += n;
  } while ((flags & kAllOfIt) && (size_t)total < size);
  return total;
}
static ssize_t send_flagged(struct open_file* f, const void* from, size_t size, int flags) {
  struct socket* s = socket_of(f);
  if (!f->out) {
    if (!s->peer.size && !s->error) return failed(s->heard ? EDESTADDRREQ : ENOTCONN);
    struct channel* nobody = heddle_world_allocate(sizeof *nobody);  // receives
    nobody->can_send = 1;
    return channel_send(nobody, from, size, flags, 0);
  }
  return channel_send(f->out, from, size, flags, (unsigned long)s);
}
static ssize_t receive(struct open_file* f, void* to, size_t size) { return receive_flagged(f, to, size, tries(f), 0); }
static ssize_t send_bytes(struct open_file* f, const void* from, size_t size) {
  return send_flagged(f, from, size, tries(f));
}

static void refuse_waiting(struct channel* c) {
  while (c->first) {
    struct message* m = channel_take(c);
    struct connection* pending = m->attached;
    channel_receiver_leaves(pending->to_server);
    channel_sender_leaves(pending->to_client);
    heddle_world_frees(pending);
    heddle_world_frees(m);
  }
}

static void leave(struct open_file* f) {
  struct socket* s = socket_of(f);
  if (s->own.size != 0) {
    heddle_world_changes(addresses);
    for (struct socket** at = &bound; *at; at = &(*at)->next)
      if (*at == s) {
        *at = s->next;
        break;
      }
  }
  if (s->listens) {
    heddle_world_changes(f->in);
    refuse_waiting(f->in);
    f->in->senders--;
    channel_receiver_leaves(f->in);
  } else {
    if (f->out) channel_sender_leaves(f->out);
    if (f->in) channel_receiver_leaves(f->in);
  }
  if (s->heard) {
    s->heard->senders--;
    if (f->in != s->heard) channel_receiver_leaves(s->heard);
  }
  heddle_world_frees(s);
}
static const struct calls socket_calls = {receive, send_bytes, leave};

static struct open_file* make(int domain, int type, int flags) {
  struct open_file* f = descriptor_make(kSocket, &socket_calls, O_RDWR | (flags & SOCK_NONBLOCK ? O_NONBLOCK : 0));
  struct socket* s = heddle_world_allocate(sizeof *s);
  s->domain = domain;
  s->type = type;
  s->file = f;
  f->more = s;
  if (type == SOCK_DGRAM) {
    s->heard = channel_make(212992, 1);
    f->in = s->heard;
    char name[48];
    sockets_print(name, sizeof name, "a datagram socket");
    heddle_world_names(s->heard, name);
  }
  return f;
}

static int check_kind(int domain, int type) {
  if (domain != AF_UNIX && domain != AF_INET && domain != AF_INET6) heddle_refuses("a socket of this family");
  if (type != SOCK_STREAM && type != SOCK_DGRAM && type != SOCK_SEQPACKET) heddle_refuses("a socket of this type");
  return type == SOCK_SEQPACKET && domain != AF_UNIX ? failed(EPROTONOSUPPORT) : 0;
}
enum { kFlags = SOCK_NONBLOCK | SOCK_CLOEXEC };

int socket(int domain, int type, int protocol) {
  (void)protocol;
  if (check_kind(domain, type & ~kFlags) != 0) return -1;
  struct open_file* f = make(domain, type & ~kFlags, type & kFlags);
  f->references++;
  const int number = descriptor_give(f, 0, type & SOCK_CLOEXEC);
  descriptor_done(f);
  return number;
}
int __socket(int domain, int type, int protocol) { return socket(domain, type, protocol); }

static void name_channels(struct channel* a, struct channel* b, int number) {
  char name[64];
  sockets_print(name, sizeof name, "the connection of descriptor %d, from it", number);
  heddle_world_names(a, name);
  sockets_print(name, sizeof name, "the connection of descriptor %d, to it", number);
  heddle_world_names(b, name);
}

int socketpair(int domain, int type, int protocol, int ends[2]) {
  (void)protocol;
  if (domain != AF_UNIX) return failed(EOPNOTSUPP);
  if (check_kind(domain, type & ~kFlags) != 0) return -1;
  struct open_file *a = make(domain, SOCK_STREAM, type & kFlags), *b = make(domain, SOCK_STREAM, type & kFlags);
  const int messages = (type & ~kFlags) != SOCK_STREAM;
  a->out = b->in = channel_make(kChannelRoom, messages);
  a->in = b->out = channel_make(kChannelRoom, messages);
  socket_of(a)->peer.size = socket_of(b)->peer.size = sizeof(sa_family_t);
  const int first = descriptor_give(a, 0, type & SOCK_CLOEXEC);
  if (first < 0) return -1;
  const int second = descriptor_give(b, 0, type & SOCK_CLOEXEC);
  if (second < 0) return close(first), failed(EMFILE);
  name_channels(a->out, a->in, first);
  heddle_world_uses(ends, 2 * sizeof *ends, 1);
  ends[0] = first;
  ends[1] = second;
  return 0;
}

// ---- a socket and its address ----

static struct open_file* use_socket(int number) {
  struct open_file* f = descriptor_use(number);
  if (f && f->kind != kSocket && f->kind != kListener) {
    descriptor_done(f);
    failed(ENOTSOCK);
    return 0;
  }
  return f;
}
static int done(struct open_file* f, int error) {
  descriptor_done(f);
  return error ? failed(error) : 0;
}

static int bind_error(struct socket* s, struct address* a) {
  if (s->own.size != 0) return EINVAL;
  if (s->domain != AF_UNIX && *port_of(a) == 0)
    for (unsigned port = 32768; port < 49152; port++) {
      *port_of(a) = __builtin_bswap16((unsigned short)port);
      if (!socket_at(a, s->type)) return 0;
    }
  return socket_at(a, s->type) ? EADDRINUSE : 0;
}
int bind(int number, const struct sockaddr* users, socklen_t size) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  struct address a;
  int error = read_address(s, users, size, &a);
  if (!error) {
    heddle_world_changes(addresses);
    error = bind_error(s, &a);
  }
  if (!error) {
    s->own = a;
    s->next = bound;
    bound = s;
  }
  return done(f, error);
}

int listen(int number, int backlog) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  if (s->type == SOCK_DGRAM) return done(f, EOPNOTSUPP);
  if (s->peer.size) return done(f, EINVAL);
  heddle_world_changes(addresses);
  if (s->own.size == 0) heddle_refuses("listen on a socket without an address");
  if (!s->listens) {
    f->in = channel_make((size_t)(backlog < 0 ? 0 : backlog > 4096 ? 4096 : backlog) + 1, 1);
    f->kind = kListener;
    s->listens = 1;
    char name[48];
    sockets_print(name, sizeof name, "the queue of descriptor %d", number);
    heddle_world_names(f->in, name);
  }
  return done(f, 0);
}

static int connect_datagrams(struct open_file* f, struct address* to) {
  struct socket* s = socket_of(f);
  heddle_world_looks(addresses, &bound, sizeof bound);
  struct socket* other = socket_at(to, SOCK_DGRAM);
  if (!other && s->domain == AF_UNIX) return ECONNREFUSED;
  if (f->out) f->out->senders--, channel_free_if_unused(f->out), f->out = 0;
  s->peer = *to;
  own_port(s);
  if (other) {
    f->out = other->heard;
    f->out->senders++;
  }
  return 0;
}

static int connect_stream(struct open_file* f, struct address* to) {
  struct socket* s = socket_of(f);
  if (s->peer.size) return EISCONN;
  struct connection* c = heddle_world_allocate(sizeof *c);
  struct message* m = heddle_world_allocate(sizeof *m);
  const int messages = s->type == SOCK_SEQPACKET;
  c->to_server = channel_make(kChannelRoom, messages);
  c->to_client = channel_make(kChannelRoom, messages);
  m->size = 1;
  m->attached = c;
  own_port(s);
  c->client = s->own;
  heddle_world_looks(addresses, &bound, sizeof bound);
  struct socket* server = socket_at(to, s->type);
  int error = server && server->listens ? 0 : ECONNREFUSED;
  if (!error) {
    struct channel* queue = server->file->in;
    queue->holds++;
    if (!heddle_world_sends(queue, &queue->can_send, tries(f)))
      error = s->domain == AF_UNIX ? EAGAIN : EINPROGRESS;
    else if (queue->receivers == 0)
      error = ECONNREFUSED;
    if (error == EINPROGRESS) heddle_refuses("a connection that is not made at once");
    if (!error) {
      s->peer = *to;
      f->out = c->to_server;
      f->in = c->to_client;
      channel_put(queue, m);
    }
    queue->holds--;
    channel_free_if_unused(queue);
  }
  if (error) {
    heddle_world_frees(c->to_server);
    heddle_world_frees(c->to_client);
    heddle_world_frees(c);
    heddle_world_frees(m);
  }
  return error;
}

int connect(int number, const struct sockaddr* users, socklen_t size) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  struct address to;
  int error = read_address(s, users, size, &to);
  if (!error && s->listens) error = EOPNOTSUPP;
  if (!error) error = s->heard ? connect_datagrams(f, &to) : connect_stream(f, &to);
  return done(f, error);
}
int __connect(int number, const struct sockaddr* users, socklen_t size) { return connect(number, users, size); }

int accept4(int number, struct sockaddr* users, socklen_t* size, int flags) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  if (!s->listens) return done(f, EINVAL);
  struct open_file* fresh = make(s->domain, s->type, flags);
  struct channel* queue = f->in;
  queue->holds++;
  if (!heddle_world_receives(queue, &queue->can_receive, tries(f))) {
    queue->holds--;
    heddle_world_frees(fresh->more);
    heddle_world_frees(fresh);
    return done(f, EAGAIN);
  }
  struct message* m = channel_take(queue);
  struct connection* c = m->attached;
  fresh->in = c->to_server;
  fresh->out = c->to_client;
  socket_of(fresh)->peer = c->client;
  if (c->client.size == 0) socket_of(fresh)->peer.size = sizeof(sa_family_t);
  socket_of(fresh)->error = 0;
  queue->holds--;
  channel_free_if_unused(queue);
  fresh->references++;
  const int accepted = descriptor_give(fresh, 0, flags & SOCK_CLOEXEC);
  name_channels(fresh->out, fresh->in, accepted);
  if (accepted >= 0) give_address(&c->client, users, size);
  heddle_world_frees(c);
  heddle_world_frees(m);
  descriptor_done(fresh);
  descriptor_done(f);
  return accepted;
}
int accept(int number, struct sockaddr* users, socklen_t* size) { return accept4(number, users, size, 0); }

int shutdown(int number, int how) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  if (s->heard || s->listens) heddle_refuses("shutdown of a socket that is not connected");
  if (!s->peer.size) return done(f, ENOTCONN);
  struct channel *out = f->out, *in = f->in;
  if (how != SHUT_RD && out) {
    channel_sender_leaves(out);
    f->out = 0;
  }
  if (how != SHUT_WR && in) {
    channel_receiver_leaves(in);
    f->in = 0;
  }
  return done(f, 0);
}

// ---- sending and receiving ----

static int flags_of(const struct open_file* f, int given) {
  const int known = MSG_DONTWAIT | MSG_NOSIGNAL | MSG_PEEK | MSG_WAITALL | MSG_MORE;
  if (given & ~known) heddle_refuses("a socket call with these flags");
  return tries(f) | (given & MSG_DONTWAIT ? kTries : 0) | (given & MSG_NOSIGNAL ? kNoSignal : 0) |
         (given & MSG_PEEK ? kPeeks : 0) | (given & MSG_WAITALL ? kAllOfIt : 0);
}

static ssize_t send_datagram(struct open_file* f, struct address* to, const void* from, size_t size, int flags) {
  struct socket* s = socket_of(f);
  const int lost = heddle_world_lossy() && s->domain != AF_UNIX && heddle_choose(2);
  struct channel* c = f->out;
  own_port(s);
  if (to->size != 0) {
    heddle_world_looks(addresses, &bound, sizeof bound);
    struct socket* other = socket_at(to, SOCK_DGRAM);
    c = other ? other->heard : 0;
    if (!c && s->domain == AF_UNIX) return failed(ECONNREFUSED);
  }
  if (!c || lost || (c->receivers == 0 && s->domain != AF_UNIX)) {  // into the void
    heddle_world_uses(from, size, 0);
    return (ssize_t)size;
  }
  return channel_send(c, from, size, flags | kNoSignal, s->domain == AF_UNIX ? 0 : *port_of(&s->own));
}

ssize_t sendto(int number, const void* from, size_t size, int flags, const struct sockaddr* users, socklen_t length) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  struct address to;
  to.size = 0;
  if (users && s->heard) {
    const int error = read_address(s, users, length, &to);
    if (error) return done(f, error);
  }
  if (s->heard && to.size == 0 && !s->peer.size) return done(f, EDESTADDRREQ);
  const int how = flags_of(f, flags);
  const ssize_t n = s->heard ? send_datagram(f, &to, from, size, how) : send_flagged(f, from, size, how);
  descriptor_done(f);
  return n;
}
ssize_t send(int number, const void* from, size_t size, int flags) { return sendto(number, from, size, flags, 0, 0); }
ssize_t __send(int number, const void* from, size_t size, int flags) { return send(number, from, size, flags); }

// Which of those that are there comes first: any.
static void overtake(struct channel* c) {
  heddle_world_looks(c, &c->can_receive, sizeof c->can_receive);
  int there = 0;
  for (struct message* m = c->first; m; m = m->next) there++;
  if (there < 2) return;
  const int which = heddle_choose(there);
  heddle_world_changes(c);
  struct message** at = &c->first;
  for (int i = 0; i < which && (*at)->next; i++) at = &(*at)->next;
  struct message* m = *at;
  if (!m || m == c->first) return;
  *at = m->next;
  m->next = c->first;
  c->first = m;
  for (c->last = c->first; c->last->next; c->last = c->last->next) continue;
}

ssize_t recvfrom(int number, void* to, size_t size, int flags, struct sockaddr* users, socklen_t* length) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  if (s->heard && s->domain != AF_UNIX && heddle_world_lossy()) overtake(s->heard);
  unsigned long from = 0;
  const ssize_t n = receive_flagged(f, to, size, flags_of(f, flags), &from);
  if (n >= 0 && users) {
    struct address a = s->peer;
    if (s->heard && s->domain != AF_UNIX) {
      a = s->own;
      a.as.any.sa_family = (sa_family_t)s->domain;
      if (s->domain == AF_INET) a.as.in.sin_addr.s_addr = __builtin_bswap32(0x7f000001);
      *port_of(&a) = (unsigned short)from;
      a.size = s->domain == AF_INET ? sizeof a.as.in : sizeof a.as.in6;
    }
    give_address(&a, users, length);
  }
  descriptor_done(f);
  return n;
}
ssize_t recv(int number, void* to, size_t size, int flags) { return recvfrom(number, to, size, flags, 0, 0); }
ssize_t __recv(int number, void* to, size_t size, int flags) { return recv(number, to, size, flags); }

// ---- questions ----

int getsockname(int number, struct sockaddr* users, socklen_t* size) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct address a = socket_of(f)->own;
  a.as.any.sa_family = (sa_family_t)socket_of(f)->domain;
  if (a.size == 0) a.size = sizeof(sa_family_t);
  give_address(&a, users, size);
  return done(f, 0);
}
int getpeername(int number, struct sockaddr* users, socklen_t* size) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  if (!socket_of(f)->peer.size) return done(f, ENOTCONN);
  struct address a = socket_of(f)->peer;
  a.as.any.sa_family = (sa_family_t)socket_of(f)->domain;
  give_address(&a, users, size);
  return done(f, 0);
}

// What changes nothing here is accepted.
int setsockopt(int number, int level, int option, const void* users, socklen_t size) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  heddle_world_uses(users, size, 0);
  const int harmless = (level == SOL_SOCKET && (option == SO_REUSEADDR || option == SO_REUSEPORT || option == SO_KEEPALIVE ||
                                                option == SO_BROADCAST || option == SO_SNDBUF || option == SO_RCVBUF)) ||
                       (level == IPPROTO_TCP && (option == TCP_NODELAY || option == TCP_KEEPIDLE)) ||
                       (level == IPPROTO_IPV6 && option == IPV6_V6ONLY);
  if (!harmless) heddle_refuses("setsockopt with this option");
  return done(f, 0);
}
int getsockopt(int number, int level, int option, void* users, socklen_t* size) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  int value = 0;
  if (level == SOL_SOCKET && option == SO_TYPE)
    value = socket_of(f)->type;
  else if (level == SOL_SOCKET && option == SO_ACCEPTCONN)
    value = socket_of(f)->listens;
  else if (level == SOL_SOCKET && option == SO_DOMAIN)
    value = socket_of(f)->domain;
  else if (level != SOL_SOCKET || (option != SO_ERROR && option != SO_REUSEADDR))
    heddle_refuses("getsockopt with this option");
  heddle_world_uses(size, sizeof *size, 0);
  const socklen_t n = *size < sizeof value ? *size : sizeof value;
  heddle_world_uses(users, n, 1);
  world_copy(users, &value, n);
  heddle_world_uses(size, sizeof *size, 1);
  *size = n;
  return done(f, 0);
}

UNSEEN_END
