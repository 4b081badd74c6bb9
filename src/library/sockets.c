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
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "world.h"

int sockets_print(char*, size_t, const char*, ...) HEDDLE_REAL("snprintf");
const char* sockets_number(int, const void*, char*, socklen_t) HEDDLE_REAL("inet_ntop");
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
  int domain, type, listens, reuses;
  int listed;                                // among those that have an address
  struct timeval receive_limit, send_limit;  // SO_RCVTIMEO, SO_SNDTIMEO; zero: none
  struct open_file* file;
  struct address own, peer;
  struct socket* next;  // in the list of those that have an address
  struct channel* heard;  // of a datagram socket
  struct channel *coming_out, *coming_in;  // of a connection that has been made, but is not yet the file's
};
// Both directions of a connection that waits to be accepted, and who asked for it.
struct connection {
  struct channel *to_server, *to_client;
  struct address client;
};

// Not static: see descriptors.c.
#define bound heddle_world_bound
#define addresses heddle_world_addresses
struct socket* bound SHARED;
unsigned long addresses[2] SHARED;  // the list as an object, which begins with a word of all that is in it

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
    char number[INET6_ADDRSTRLEN];
    sockets_number(AF_INET6, &a->as.in6.sin6_addr, number, sizeof number);
    sockets_print(text, 100, "the network: the address %s is not loopback, and", number);
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
  if (out->as.any.sa_family == AF_UNIX && out->as.local.sun_path[0]) {  // up to its end, whatever length was given
    out->size = (socklen_t)(sizeof(sa_family_t) + world_length(out->as.local.sun_path) + 1);
    sockets_clear((char*)&out->as + out->size, 0, sizeof out->as - out->size);
  }
  if (out->as.any.sa_family != s->domain) return s->domain == AF_UNIX ? EINVAL : EAFNOSUPPORT;
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
// Not a count: what was undone has not changed.
static void addresses_changed(void) {
  unsigned long all = 0;
  for (const struct socket* s = bound; s; s = s->next) {
    unsigned long h = 14695981039346656037ul + (unsigned)(s->type * 2 + s->listens);
    for (size_t i = 0; i < sizeof s->own.as; i++) h = (h ^ ((const unsigned char*)&s->own.as)[i]) * 1099511628211ul;
    all += h;
  }
  addresses[0] = all;
  heddle_world_has_effect();
}
static void list(struct socket* s) {
  s->next = bound;
  s->listed = 1;
  bound = s;
  addresses_changed();
}
static void look_at_addresses(void) { heddle_world_looks(addresses, addresses, sizeof *addresses); }
// Of a socket that nobody has bound, by what does not depend on the others unless they have taken that. Datagrams come
// to it from then on, so that it is an operation; nobody can connect to a stream socket that does not listen.
static struct address own_address(const struct socket* s) {
  if (s->domain == AF_UNIX || s->own.size != 0) return s->own;
  struct address a;
  sockets_clear(&a, 0, sizeof a);
  a.as.any.sa_family = (sa_family_t)s->domain;
  a.size = s->domain == AF_INET ? sizeof a.as.in : sizeof a.as.in6;
  if (s->domain == AF_INET) a.as.in.sin_addr.s_addr = __builtin_bswap32(0x7f000001);
  if (s->domain == AF_INET6) a.as.in6.sin6_addr.s6_addr[15] = 1;
  unsigned long port = (unsigned long)s / 16;
  do *port_of(&a) = __builtin_bswap16((unsigned short)(49152 + port++ % 16000));
  while (s->heard && socket_at(&a, s->type));
  return a;
}
static void own_port(struct socket* s) {  // of a datagram socket
  if (s->domain == AF_UNIX) return;
  look_at_addresses();
  if (s->own.size != 0) return;
  heddle_world_changes(addresses);
  if (s->own.size != 0) return;
  s->own = own_address(s);
  list(s);
}

// ---- the open file ----

// A call with a time limit tries: an order in which it waits and gets something is one in which it comes later.
static int limited(const struct timeval* limit, int flags) {
  return !(flags & kTries) && (limit->tv_sec || limit->tv_usec) ? flags | kTries | kTimed : flags;
}
static ssize_t after(const struct timeval* limit, int flags, ssize_t n) {
  if (n >= 0 || errno != EAGAIN || !(flags & kTimed)) return n;
  heddle_world_sleeps(limit->tv_sec, limit->tv_usec * 1000);
  return failed(EAGAIN);
}

static ssize_t receive_now(struct open_file* f, void* to, size_t size, int flags, struct sender* from) {
  struct socket* s = socket_of(f);
  if (s->heard) return channel_receive(s->heard, to, size, flags, from);
  if (!f->in || s->listens) return s->peer.size ? 0 : failed(s->domain == AF_UNIX && s->type == SOCK_STREAM ? EINVAL : ENOTCONN);
  ssize_t total = 0;
  do {
    const ssize_t n = channel_receive(f->in, (char*)to + total, size - (size_t)total, flags, from);
    if (n <= 0) return total ? total : n;
    total += n;
  } while ((flags & kAllOfIt) && (size_t)total < size);
  return total;
}
static ssize_t receive_flagged(struct open_file* f, void* to, size_t size, int given, struct sender* from) {
  const struct timeval limit = socket_of(f)->receive_limit;
  const int flags = limited(&limit, given);
  return after(&limit, flags, receive_now(f, to, size, flags, from));
}
static ssize_t send_now(struct open_file* f, const void* from, size_t size, int flags) {
  struct socket* s = socket_of(f);
  if (!f->out) {
    if (!s->peer.size && s->domain == AF_UNIX) return failed(ENOTCONN);
    if (!s->peer.size && s->heard) return failed(EDESTADDRREQ);
    struct channel* nobody = heddle_world_allocate(sizeof *nobody);  // receives
    nobody->can_send = 1;  // TCP: also where there has never been a peer
    return channel_send(nobody, from, size, flags, 0);
  }
  const ssize_t n = channel_send(f->out, from, size, flags, 0);
  // One of a pair that finds its peer gone is not connected any more, and what came from there is lost.
  if (n < 0 && errno == ECONNREFUSED && f->in) {
    heddle_world_changes(f->in);
    while (f->in->first) heddle_world_frees(channel_take(f->in));
  }
  return n;
}
static ssize_t send_datagram(struct open_file*, struct address* to, const void* from, size_t, int flags);
static ssize_t send_flagged(struct open_file* f, struct address* to, const void* from, size_t size, int given) {
  const struct socket* s = socket_of(f);
  const struct timeval limit = s->send_limit;
  const int flags = limited(&limit, given), datagram = s->heard && (to->size || s->peer.size);
  return after(&limit, flags, datagram ? send_datagram(f, to, from, size, flags) : send_now(f, from, size, flags));
}
// Unlike recv, it takes nothing if there is no room.
static ssize_t receive(struct open_file* f, void* to, size_t size) {
  return size == 0 ? 0 : receive_flagged(f, to, size, tries(f), 0);
}
static ssize_t send_bytes(struct open_file* f, const void* from, size_t size) {
  struct address none;
  none.size = 0;
  return send_flagged(f, &none, from, size, tries(f));
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

// A direction that was shut down stays until the socket is closed: what is there can be received.
static void leave_out(struct channel* c, int operated) {
  if (c->senders != 0) {
    (operated ? channel_sender_left : channel_sender_leaves)(c);
    return;
  }
  c->holds--;
  channel_free_if_unused(c);
}
static void leave_in(struct channel* c, int operated) {
  if (!c->shut) {
    (operated ? channel_receiver_left : channel_receiver_leaves)(c);
    return;
  }
  if (!operated) heddle_world_changes(c);
  c->shut = 0;
  channel_settle(c);
  c->holds--;
  channel_free_if_unused(c);
}
// f->decides: in an operation on it, which may be a channel.
static void leave(struct open_file* f) {
  struct socket* s = socket_of(f);
  if (!s->listens) {
    if (f->in) leave_in(f->in, f->decides == f->in);
    if (f->out) leave_out(f->out, f->decides == f->out);
    if (s->coming_out) leave_out(s->coming_out, 0);
    if (s->coming_in) leave_in(s->coming_in, 0);
  }
  if (s->listed) {
    heddle_world_changes(addresses);
    for (struct socket** at = &bound; *at; at = &(*at)->next)
      if (*at == s) {
        *at = s->next;
        break;
      }
    addresses_changed();
  }
  if (s->listens) {
    heddle_world_changes(f->in);
    refuse_waiting(f->in);
    f->in->senders--;
    channel_receiver_leaves(f->in);
  }
  if (s->heard) {
    s->heard->senders--;
    if (f->in != s->heard) channel_receiver_leaves(s->heard);
  }
  (f->shared ? heddle_world_frees : heddle_world_gives_back)(s);
}
static const struct calls socket_calls = {receive, send_bytes, leave, 0, 0};

static struct open_file* make(int domain, int type, int flags) {
  struct open_file* f = descriptor_make(kSocket, &socket_calls, O_RDWR | (flags & SOCK_NONBLOCK ? O_NONBLOCK : 0));
  struct socket* s = heddle_world_allocate(sizeof *s);
  s->domain = domain;
  s->type = type;
  s->file = f;
  f->more = s;
  if (type == SOCK_DGRAM) {
    s->heard = channel_make(212992, kDatagrams);
    f->in = s->heard;
    char name[48];
    sockets_print(name, sizeof name, "a datagram socket");
    heddle_world_names(s->heard, name);
  }
  return f;
}

static void refuse_number(const char* what, unsigned number) {
  char* text = heddle_world_allocate(60);
  sockets_print(text, 60, "%s %u", what, number);
  heddle_refuses(text);
}
static int check_kind(int domain, int type) {
  if (domain != AF_UNIX && domain != AF_INET && domain != AF_INET6) refuse_number("a socket of the family", (unsigned)domain);
  if (type != SOCK_STREAM && type != SOCK_DGRAM && type != SOCK_SEQPACKET) refuse_number("a socket of the type", (unsigned)type);
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
  const int kind = type & ~kFlags, messages = kind == SOCK_DGRAM ? kDatagrams : kind == SOCK_SEQPACKET;
  socket_of(a)->type = socket_of(b)->type = kind;
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
static int done(struct open_file* f, int number, int error) {
  descriptor_done_by(f, number);
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
    heddle_world_attempts(addresses, addresses, sizeof *addresses);
    error = bind_error(s, &a);
  }
  if (!error) {
    s->own = a;
    list(s);
  }
  return done(f, number, error);
}

int listen(int number, int backlog) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  if (s->type == SOCK_DGRAM) return done(f, number, EOPNOTSUPP);
  if (s->peer.size) return done(f, number, EINVAL);
  // Who uses the descriptor sees its kind; who connects sees `listens`, by the addresses. Each changes in the operation that
  // those who see it depend on, and nobody connects before there is a queue.
  descriptor_changes(f);
  if (f->kind != kListener) {
    f->in = channel_make((size_t)(backlog < 0 ? 0 : backlog > 4096 ? 4096 : backlog) + 1, 1);
    f->kind = kListener;
    char name[48];
    sockets_print(name, sizeof name, "the queue of descriptor %d", number);
    heddle_world_names(f->in, name);
  }
  heddle_world_changes(addresses);
  if (s->own.size == 0) heddle_refuses("listen on a socket without an address");
  if (!s->listens) {
    s->listens = 1;
    addresses_changed();
  }
  return done(f, number, 0);
}

static int connect_datagrams(struct open_file* f, struct address* to) {
  struct socket* s = socket_of(f);
  own_port(s);
  if (s->domain == AF_UNIX) look_at_addresses();
  struct socket* other = socket_at(to, SOCK_DGRAM);
  if (!other && s->domain == AF_UNIX) return ECONNREFUSED;
  struct channel* out = other ? other->heard : 0;
  if (out) out->senders++;
  descriptor_changes(f);  // other threads may use it
  if (f->out) f->out->senders--, channel_free_if_unused(f->out);
  f->out = out;
  s->peer = *to;
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
  look_at_addresses();
  const struct address own = own_address(s);
  c->client = own;
  struct socket* server = socket_at(to, s->type);
  int error = server && server->listens ? 0 : ECONNREFUSED;
  if (!error) {
    struct channel* queue = server->file->in;
    queue->holds++;
    if (!heddle_world_sends(queue, &queue->can_send, limited(&s->send_limit, tries(f)) & kTries))
      error = s->domain == AF_UNIX ? EAGAIN : EINPROGRESS;
    else if (queue->receivers == 0)
      error = ECONNREFUSED;
    if (error == EINPROGRESS) heddle_refuses("a connection that is not made at once");
    if (!error) {
      s->coming_out = c->to_server;
      s->coming_in = c->to_client;
      channel_put(queue, m);  // whoever accepts it frees both
    }
    queue->holds--;
    channel_free_if_unused(queue);
    if (!error) {
      descriptor_changes(f);  // other threads may use it
      if (s->own.size == 0) s->own = own;
      s->peer = *to;
      f->out = s->coming_out;
      f->in = s->coming_in;
      s->coming_out = s->coming_in = 0;
    }
  }
  if (error) {
    heddle_world_gives_back(c->to_client);
    heddle_world_gives_back(c->to_server);
    heddle_world_gives_back(m);
    heddle_world_gives_back(c);
  }
  return error;
}

int connect(int number, const struct sockaddr* users, socklen_t size) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  struct address to;
  int error = read_address(s, users, size, &to);
  if (!error && f->kind == kListener) error = EOPNOTSUPP;
  if (!error && !s->heard && s->type == SOCK_DGRAM) heddle_refuses("connect of a socket of a pair");
  if (!error) error = s->heard ? connect_datagrams(f, &to) : connect_stream(f, &to);
  return done(f, number, error);
}
int __connect(int number, const struct sockaddr* users, socklen_t size) { return connect(number, users, size); }

int accept4(int number, struct sockaddr* users, socklen_t* size, int flags) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  if (f->kind != kListener) return done(f, number, s->type == SOCK_DGRAM ? EOPNOTSUPP : EINVAL);
  struct open_file* fresh = make(s->domain, s->type, flags);
  struct channel* queue = f->in;
  queue->holds++;
  const struct timeval limit = s->receive_limit;
  const int how = limited(&limit, tries(f));
  if (!heddle_world_receives(queue, &queue->can_receive, how & kTries)) {
    queue->holds--;
    heddle_world_gives_back(fresh->more);
    heddle_world_gives_back(fresh);
    after(&limit, how, failed(EAGAIN));
    return done(f, number, EAGAIN);
  }
  struct message* m = channel_take(queue);
  struct connection* c = m->attached;
  fresh->in = c->to_server;
  fresh->out = c->to_client;
  if (c->client.size == 0) c->client.size = sizeof(sa_family_t);
  c->client.as.any.sa_family = (sa_family_t)s->domain;
  socket_of(fresh)->peer = c->client;
  socket_of(fresh)->own = s->own;
  queue->holds--;
  channel_free_if_unused(queue);
  descriptor_done(f);  // in the operation on its queue
  fresh->references++;
  const int accepted = descriptor_give(fresh, 0, flags & SOCK_CLOEXEC);
  name_channels(fresh->out, fresh->in, accepted);
  if (accepted >= 0) give_address(&c->client, users, size);
  heddle_world_frees(c);
  heddle_world_frees(m);
  descriptor_done(fresh);
  return accepted;
}
int accept(int number, struct sockaddr* users, socklen_t* size) { return accept4(number, users, size, 0); }

static void shut_out(struct channel* c) {
  heddle_world_changes(c);
  channel_changed(c);  // even if nothing does
  if (c->senders == 0) return;
  heddle_world_hands_over(&c->ended);
  c->senders--;
  c->holds++;
  channel_settle(c);
}
static void shut_in(struct channel* c) {
  heddle_world_changes(c);
  channel_changed(c);
  if (c->shut) return;
  c->shut = 1;
  c->receivers--;
  c->holds++;
  channel_settle(c);
}
int shutdown(int number, int how) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  if (s->heard || f->kind == kListener) heddle_refuses("shutdown of a socket that is not connected");
  if (how != SHUT_RD && how != SHUT_WR && how != SHUT_RDWR) return done(f, number, EINVAL);
  if (!s->peer.size) return done(f, number, ENOTCONN);
  if (how != SHUT_RD && f->out) shut_out(f->out);
  if (how != SHUT_WR && f->in) shut_in(f->in);
  return done(f, number, 0);
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
  own_port(s);
  struct channel* c = f->out;
  if (s->domain != AF_UNIX && to->size == 0) *to = s->peer;  // whoever has that address now
  if (to->size != 0) {
    if (s->domain == AF_UNIX) look_at_addresses();
    struct socket* other = socket_at(to, SOCK_DGRAM);
    c = other ? other->heard : 0;
    if (!c && s->domain == AF_UNIX) return failed(ECONNREFUSED);
  }
  if (!c || lost || (c->receivers == 0 && s->domain != AF_UNIX)) {  // into the void
    heddle_world_uses(from, size, 0);
    return (ssize_t)size;
  }
  struct sender sender;
  sender.size = s->own.size;
  world_copy(sender.address, &s->own.as, sizeof s->own.as);
  struct sockaddr_in* in = (struct sockaddr_in*)sender.address;
  struct sockaddr_in6* in6 = (struct sockaddr_in6*)sender.address;
  if (s->domain == AF_INET && in->sin_addr.s_addr == 0) in->sin_addr.s_addr = __builtin_bswap32(0x7f000001);
  if (s->domain == AF_INET6) in6->sin6_addr.s6_addr[15] = 1;
  return channel_send(c, from, size, flags | kNoSignal, &sender);
}

ssize_t sendto(int number, const void* from, size_t size, int flags, const struct sockaddr* users, socklen_t length) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  struct socket* s = socket_of(f);
  struct address to;
  to.size = 0;
  if (users && !s->heard && s->type == SOCK_DGRAM) heddle_refuses("sendto with an address on a socket of a pair");
  if (users && s->heard) {
    const int error = read_address(s, users, length, &to);
    if (error) return done(f, number, error);
  }
  const ssize_t n = send_flagged(f, &to, from, size, flags_of(f, flags));
  descriptor_done_by(f, number);
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
  struct sender from;
  from.size = 0;
  const ssize_t n = receive_flagged(f, to, size, flags_of(f, flags), &from);
  if (n >= 0 && users) {
    struct address a;
    a.size = 0;
    if (s->heard) {
      a.size = from.size;
      world_copy(&a.as, from.address, from.size);
    } else if (s->domain == AF_UNIX && n > 0 && s->peer.size > sizeof(sa_family_t)) {
      a = s->peer;  // Linux names it for local streams alone
    }
    give_address(&a, users, length);
  }
  descriptor_done_by(f, number);
  return n;
}
ssize_t recv(int number, void* to, size_t size, int flags) { return recvfrom(number, to, size, flags, 0, 0); }
ssize_t __recv(int number, void* to, size_t size, int flags) { return recv(number, to, size, flags); }

// ---- questions ----

int getsockname(int number, struct sockaddr* users, socklen_t* size) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  look_at_addresses();
  struct address a = socket_of(f)->own;
  const int domain = socket_of(f)->domain;
  a.as.any.sa_family = (sa_family_t)domain;
  if (a.size == 0)
    a.size = domain == AF_INET ? sizeof a.as.in : domain == AF_INET6 ? sizeof a.as.in6 : sizeof(sa_family_t);
  give_address(&a, users, size);
  return done(f, number, 0);
}
int getpeername(int number, struct sockaddr* users, socklen_t* size) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  if (!socket_of(f)->peer.size) return done(f, number, ENOTCONN);
  struct address a = socket_of(f)->peer;
  a.as.any.sa_family = (sa_family_t)socket_of(f)->domain;
  give_address(&a, users, size);
  return done(f, number, 0);
}

static int set_limit(struct open_file* f, struct timeval* which, const struct timeval* users, socklen_t size) {
  if (size < sizeof *users) return EINVAL;
  if (users->tv_usec < 0 || users->tv_usec >= 1000000) return EDOM;
  if (users->tv_sec < 0) heddle_refuses("a time limit of a socket that is negative");
  const struct timeval limit = *users;
  descriptor_changes(f);
  *which = limit;
  return 0;
}
// What changes nothing here is accepted.
int setsockopt(int number, int level, int option, const void* users, socklen_t size) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  heddle_world_uses(users, size, 0);
  struct socket* s = socket_of(f);
  if (level == SOL_SOCKET && option == SO_RCVTIMEO) return done(f, number, set_limit(f, &s->receive_limit, users, size));
  if (level == SOL_SOCKET && option == SO_SNDTIMEO) return done(f, number, set_limit(f, &s->send_limit, users, size));
  const int harmless = (level == SOL_SOCKET && (option == SO_REUSEADDR || option == SO_REUSEPORT || option == SO_KEEPALIVE ||
                                                option == SO_BROADCAST || option == SO_SNDBUF || option == SO_RCVBUF)) ||
                       (level == IPPROTO_TCP && (option == TCP_NODELAY || option == TCP_KEEPIDLE)) ||
                       (level == IPPROTO_IPV6 && option == IPV6_V6ONLY);
  if (!harmless) heddle_refuses("setsockopt with this option");
  return done(f, number, 0);
}
int getsockopt(int number, int level, int option, void* users, socklen_t* size) {
  struct open_file* f = use_socket(number);
  if (!f) return -1;
  int value = 0;
  if (level == SOL_SOCKET && option == SO_TYPE)
    value = socket_of(f)->type;
  else if (level == SOL_SOCKET && option == SO_ACCEPTCONN)
    value = f->kind == kListener;
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
  return done(f, number, 0);
}

UNSEEN_END
