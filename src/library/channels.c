// Channels: a queue of messages in one direction. Everything that blocks, is partial or would block follows from two
// words, can_receive and can_send. A message is an object of happens-before: who takes a byte of it comes after who sent
// it, and nothing else is ordered; the end (every sender has left) is a message, too.
//
// Room is counted in bytes, 64 KB as Linux has it by default. What is not larger than PIPE_BUF goes in as a whole.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>

#include "world.h"

void* channels_clear(void*, int, size_t) HEDDLE_REAL("memset");

int failed(int error) {
  errno = error;
  return -1;
}

// What the process does about SIGPIPE.
static int ignores_broken_pipes(void) {
  struct sigaction action;
  sigaction(SIGPIPE, 0, &action);
  if (action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL) heddle_refuses("a handler for SIGPIPE that is called");
  return action.sa_handler == SIG_IGN;
}

UNSEEN_BEGIN

// Somebody who waits until `size` bytes fit.
struct need {
  word fits;
  size_t size;
  struct need* next;
};

struct channel* channel_make(size_t room, int messages) {
  heddle_notices_channels();
  struct channel* c = heddle_world_allocate(sizeof *c);
  c->room = room;
  c->messages = (unsigned)messages;
  c->senders = c->receivers = 1;
  channel_settle(c);
  return c;
}

// Edge-triggered epoll (events.c).
static void tell(struct channel* c, word incoming, word outgoing) {
  for (struct watcher* w = c->watchers; w; w = w->next) w->due |= w->incoming ? incoming : outgoing;
}

void channel_changed(struct channel* c) { tell(c, kChanged, kChanged); }

void channel_settle(struct channel* c) {
  const word had_room = c->has_room, had_ended = c->has_ended;
  const int ended = c->senders == 0 || c->receivers == 0;
  // That the sender of datagrams is gone is nothing that the receiver is told.
  c->has_ended = c->messages == kDatagrams ? c->shut : ended;
  c->can_receive = c->first != 0 || c->has_ended;
  c->can_send = c->held < c->room || ended;
  c->has_room = c->held + (c->messages ? 1 : kPipeBuffer) <= c->room || ended;
  const word changed = !had_ended && c->has_ended ? kChanged : 0;
  if (c->watchers) tell(c, changed, changed | (!had_room && c->has_room ? kCame : 0));
  for (struct need* n = c->needs; n != 0; n = n->next) n->fits = c->room - c->held >= n->size || ended;
}

void channel_put(struct channel* c, struct message* m) {
  heddle_world_hands_over(m);
  if (c->last)
    c->last->next = m;
  else
    c->first = m;
  c->last = m;
  c->held += m->size;
  tell(c, kCame, 0);
  channel_settle(c);
}

struct message* channel_take(struct channel* c) {
  struct message* m = c->first;
  heddle_world_takes_over(m);
  c->first = m->next;
  if (c->first == 0) c->last = 0;
  c->held -= m->size - m->taken;
  channel_settle(c);
  return m;
}

enum { kMostSpare = 1024 };

struct message* channel_adopt(struct channel* c, struct message* own) {
  const size_t size = own->size + (c->messages == kDatagrams ? own->from : 0);
  struct message** at = &c->spare;
  while (*at && (*at)->room < size) at = &(*at)->next;
  struct message* m = *at;
  if (!m) return own;
  *at = m->next;
  c->spare_count--;
  m->next = 0;
  m->size = own->size;
  m->attached = own->attached;
  m->from = own->from;
  world_copy(m->data, own->data, size);
  heddle_world_gives_back(own);
  return m;
}

void channel_keep(struct channel* c, struct message* m) {
  if (c->spare_count == kMostSpare) {
    heddle_world_frees(m);
    return;
  }
  heddle_world_renews(m);
  channels_clear(m->data, 0, m->room);
  m->size = m->taken = m->from = 0;
  m->attached = 0;
  struct message** at = &c->spare;
  while (*at && ((*at)->room < m->room || ((*at)->room == m->room && *at < m))) at = &(*at)->next;
  m->next = *at;
  *at = m;
  c->spare_count++;
}

void channel_free_if_unused(struct channel* c) {
  if (c->senders != 0 || c->receivers != 0 || c->holds != 0) return;
  for (struct watcher* w = c->watchers; w; w = w->next) w->of = 0;
  while (c->first) {
    struct message* m = c->first;
    c->first = m->next;
    heddle_world_frees(m);
  }
  while (c->spare) {
    struct message* m = c->spare;
    c->spare = m->next;
    heddle_world_frees(m);
  }
  heddle_world_frees(c);
}

void channel_sender_left(struct channel* c) {
  heddle_world_hands_over(&c->ended);
  c->senders--;
  channel_settle(c);
  channel_free_if_unused(c);
}
void channel_sender_leaves(struct channel* c) {
  heddle_world_changes(c);
  channel_sender_left(c);
}
void channel_receiver_left(struct channel* c) {
  c->receivers--;
  channel_settle(c);
  channel_free_if_unused(c);
}
void channel_receiver_leaves(struct channel* c) {
  heddle_world_changes(c);
  channel_receiver_left(c);
}

// ---- receiving ----

// Out of the first messages into `out`; those that were used up come into *done.
static size_t take_bytes(struct channel* c, char* out, size_t size, int peeks, struct message** done) {
  size_t n = 0;
  struct message* m = c->first;
  while (m != 0 && n < size) {
    heddle_world_takes_over(m);
    const size_t left = m->size - m->taken, part = left < size - n ? left : size - n;
    world_copy(out + n, m->data + m->taken, part);
    n += part;
    struct message* next = m->next;
    if (!peeks) {
      channels_clear(m->data + m->taken, 0, part);  // nobody can tell any more what it was
      m->taken += part;
      c->held -= part;
      if (part == left) {
        c->first = next;
        if (next == 0) c->last = 0;
        m->next = *done;
        *done = m;
      }
    }
    m = next;
  }
  return n;
}

static size_t take_message(struct channel* c, char* out, size_t size, int peeks, struct message** done) {
  struct message* m = c->first;
  const size_t n = m->size < size ? m->size : size;
  world_copy(out, m->data, n);
  if (peeks) {
    heddle_world_takes_over(m);
    return n;
  }
  *done = channel_take(c);
  (*done)->next = 0;
  return n;
}

static ssize_t receive(struct channel* c, void* users, size_t size, int flags, struct sender* from) {
  if (!heddle_world_receives(c, &c->can_receive, flags & kTries)) return failed(EAGAIN);
  if (c->first == 0) {
    if (c->messages == kDatagrams && (flags & kTries) && !(flags & kTimed))
      return failed(EAGAIN);  // shut down: only who waits is told
    heddle_world_takes_over(&c->ended);
    return 0;
  }
  char small[256];
  const size_t wanted = size < c->held ? size : c->held;
  char* const out = wanted <= sizeof small ? small : heddle_world_allocate(wanted);
  struct message* done = 0;
  if (from) world_copy(from->address, c->first->data + c->first->size, from->size = (unsigned)c->first->from);
  const size_t n = (c->messages ? take_message : take_bytes)(c, out, wanted, flags & kPeeks, &done);
  while (done) {
    struct message* next = done->next;
    channel_keep(c, done);
    done = next;
  }
  channel_settle(c);
  heddle_world_uses(users, n, 1);
  world_copy(users, out, n);
  if (out != small) heddle_world_gives_back(out);
  return (ssize_t)n;
}

ssize_t channel_receive(struct channel* c, void* users, size_t size, int flags, struct sender* from) {
  c->holds++;
  const ssize_t n = receive(c, users, size, flags, from);
  c->holds--;
  channel_free_if_unused(c);
  return n;
}

// ---- sending ----

static int is_broken(const struct channel* c) { return c->receivers == 0 || c->senders == 0; }
static ssize_t broken(struct channel* c, int flags) {
  if (c->messages == kDatagrams && c->senders != 0 && !c->shut) {
    if (c->refused) return failed(ENOTCONN);
    c->refused = 1;
    return failed(ECONNREFUSED);
  }
  if (c->messages) return failed(EPIPE);
  if (!(flags & kNoSignal) && !ignores_broken_pipes())
    heddle_world_signal(SIGPIPE, "SIGPIPE: a write to a pipe or socket that nobody reads any more");
  return failed(EPIPE);
}

// Waits until all of it fits.
static void wait_for_room(struct channel* c, size_t size) {
  struct need* mine = heddle_world_allocate(sizeof *mine);  // not on the stack: its process may end while it waits
  mine->size = size;
  mine->next = c->needs;
  c->needs = mine;
  channel_settle(c);
  heddle_world_sends(c, &mine->fits, 0);
  struct need** at = &c->needs;
  while (*at != mine) at = &(*at)->next;
  *at = mine->next;
  heddle_world_gives_back(mine);
}

static struct message* message_of(const char* data, size_t size, const struct sender* from) {
  const size_t room = size + (from ? from->size : 0);
  struct message* m = heddle_world_allocate(sizeof *m + room);
  m->room = room;
  m->size = size;
  world_copy(m->data, data, size);
  if (from) world_copy(m->data + size, from->address, m->from = from->size);
  return m;
}

static ssize_t send_to(struct channel* c, const void* users, size_t size, int flags, const struct sender* from) {
  heddle_world_uses(users, size, 0);
  if (size == 0 && !c->messages) {  // needs no room
    heddle_world_looks(c, &c->can_send, sizeof c->can_send);
    return is_broken(c) ? broken(c, flags) : 0;
  }
  const int whole = c->messages || size <= kPipeBuffer;
  if (c->messages && size > c->room) return failed(EMSGSIZE);
  struct message* m = message_of(users, size, from);  // as it is now
  size_t sent = 0;
  for (;;) {
    if (!heddle_world_sends(c, &c->can_send, flags & kTries)) {
      heddle_world_gives_back(m);
      return sent ? (ssize_t)sent : failed(EAGAIN);
    }
    if (!is_broken(c) && whole && c->room - c->held < size) {
      if (flags & kTries) {
        heddle_world_gives_back(m);
        return failed(EAGAIN);
      }
      wait_for_room(c, size);
    }
    if (is_broken(c)) {
      heddle_world_frees(m);
      return sent ? (ssize_t)sent : broken(c, flags);
    }
    const size_t room = c->room - c->held;
    if (size - sent <= room) break;
    channel_put(c, channel_adopt(c, message_of(m->data + sent, room, from)));
    sent += room;
  }
  if (sent != 0) {
    struct message* rest = message_of(m->data + sent, size - sent, from);
    heddle_world_gives_back(m);
    m = rest;
  }
  channel_put(c, channel_adopt(c, m));
  return (ssize_t)size;
}

ssize_t channel_send(struct channel* c, const void* users, size_t size, int flags, const struct sender* from) {
  c->holds++;
  const ssize_t n = send_to(c, users, size, flags, from);
  c->holds--;
  channel_free_if_unused(c);
  return n;
}

UNSEEN_END
