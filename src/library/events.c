// eventfd and epoll. An event counter is an object with the words of a channel: who reads it comes after all who have added
// to it. epoll looks at its descriptors as poll does. Edge-triggered, it also wants that something has come since it last
// told: channels set the words of those who watch them (channel_settle, channel_put).
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "timers.h"

UNSEEN_BEGIN

// ---- eventfd: `held` is the counter ----

static void settle_counter(struct channel* c) {
  c->can_receive = c->held != 0;
  c->can_send = c->has_room = c->held < ~0ul - 1;
}
static void tell_counter(struct channel* c, int incoming) {
  for (struct watcher* w = c->watchers; w; w = w->next) w->due |= w->incoming == incoming ? kCame : 0;
}
static ssize_t read_counter(struct open_file* f, void* users, size_t size) {
  if (size < sizeof(uint64_t)) return failed(EINVAL);
  struct channel* c = f->in;
  if (!heddle_world_receives(c, &c->can_receive, tries(f))) return failed(EAGAIN);
  heddle_world_takes_over(&c->ended);
  const uint64_t value = f->number & EFD_SEMAPHORE ? 1 : c->held;
  c->held -= value;
  settle_counter(c);
  tell_counter(c, 0);
  heddle_world_uses(users, sizeof value, 1);
  world_copy(users, &value, sizeof value);
  return sizeof value;
}
static ssize_t write_counter(struct open_file* f, const void* users, size_t size) {
  if (size < sizeof(uint64_t)) return failed(EINVAL);
  struct channel* c = f->in;
  uint64_t value;
  heddle_world_uses(users, sizeof value, 0);
  world_copy(&value, users, sizeof value);
  if (value == ~0ul) return failed(EINVAL);
  if (!heddle_world_sends(c, &c->can_send, tries(f))) return failed(EAGAIN);
  if (c->held + value < c->held || c->held + value == ~0ul) heddle_refuses("an eventfd that is full");
  heddle_world_hands_over(&c->ended);
  c->held += value;
  settle_counter(c);
  tell_counter(c, 1);
  return sizeof value;
}
static void end_counter(struct open_file* f) {
  f->in->senders = f->in->receivers = 0;
  channel_free_if_unused(f->in);
}
static const struct calls counter_calls = {read_counter, write_counter, end_counter, 0, 0};

int eventfd(unsigned value, int flags) {
  if (flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) return failed(EINVAL);
  struct open_file* f = descriptor_make(kEvents, &counter_calls, O_RDWR | (flags & EFD_NONBLOCK ? O_NONBLOCK : 0));
  struct channel* c = channel_make(0, 0);
  c->held = value;
  settle_counter(c);
  f->in = f->out = c;
  f->number = flags;
  f->references++;
  const int number = descriptor_give(f, 0, flags & EFD_CLOEXEC);
  if (number >= 0) heddle_world_names(c, "an event counter");
  descriptor_done(f);
  return number;
}
int eventfd_read(int number, eventfd_t* value) { return read(number, value, sizeof *value) == sizeof *value ? 0 : -1; }
int eventfd_write(int number, eventfd_t value) {
  eventfd_t* copy = heddle_world_allocate(sizeof *copy);
  *copy = value;
  const int result = write(number, copy, sizeof *copy) == sizeof *copy ? 0 : -1;
  heddle_world_gives_back(copy);
  return result;
}

// ---- epoll ----

struct interest {
  struct interest* next;
  int number;
  struct open_file* file;  // unless it is dead: with the last descriptor of the file it goes, too
  struct epoll_event event;
  struct watcher in, out;  // EPOLLET
  int dead;                // taken out while somebody looks at the set
  int may_connect;         // a socket: whether it has channels by now is known by its descriptor
  struct interests* set;
  struct interest* next_of_file;  // in open_file.watched
};
// Somebody who waits, and has to look again when something is added.
struct waiter {
  word woken;
  struct waiter* next;
};
struct interests {
  word never;  // stands for the set among the words that somebody waits for
  struct interest* first;
  struct waiter* waiters;
  unsigned looking;  // threads that go through it
  int ended;         // the last of them frees it
};

// It is due if there is something to tell already.
static void watch(struct interest* i, struct watcher* w, struct channel* c, int incoming) {
  int ended;
  w->due = 0;
  w->incoming = incoming;
  w->of = c;
  if (!c) return;
  heddle_world_changes(c);
  const int found = (incoming ? poll_in : poll_out)(i->file, (int)(i->event.events & 0xffff), &ended);
  if (found || (ended && i->file->kind == kPipe)) w->due = kChanged;
  w->next = c->watchers;
  c->watchers = w;
}
// A file that is closed and a set that is closed both let go: whoever comes second finds it done.
static void leave(struct watcher* w) {
  if (!w->of) return;
  heddle_world_changes(w->of);
  if (!w->of) return;
  struct watcher** at = &w->of->watchers;
  while (*at != w) at = &(*at)->next;
  *at = w->next;
  w->of = 0;
}
static void watch_edges(struct interest* i) {
  leave(&i->in);
  leave(&i->out);
  if (!(i->event.events & EPOLLET)) return;
  watch(i, &i->in, i->file->in, 1);
  if (i->file->kind != kListener) watch(i, &i->out, i->file->out, 0);
}
static void take_out_dead(struct interests* all) {
  for (struct interest** at = &all->first; *at;) {
    struct interest* i = *at;
    if (i->dead) {
      *at = i->next;
      heddle_world_frees(i);
    } else {
      at = &i->next;
    }
  }
}
static void looked(struct interests* all) {
  if (--all->looking > 0) return;
  take_out_dead(all);
  if (all->ended) heddle_world_frees(all);
}
// Out of the list of its file, which may be the next thing to go.
static void drop(struct interest* i) {
  if (i->dead) return;
  struct interest** at = (struct interest**)&i->file->watched;
  while (*at != i) at = &(*at)->next_of_file;
  *at = i->next_of_file;
  i->dead = 1;
}
static void wake(struct interests* all) {
  for (struct waiter* w = all->waiters; w; w = w->next) w->woken = 1;
}
// The last descriptor of the file is closed. Others may look at it meanwhile: who calls this has a reference to it.
static void unwatch(struct open_file* f, int process_ends) {
  while (f->watched) {
    struct interest* i = f->watched;
    struct interests* all = i->set;
    if (!process_ends) {
      heddle_world_changes(all);
      if (f->watched != i) continue;
    }
    drop(i);
    wake(all);
    if (!process_ends) {
      all->looking++;  // it stays while it lets go of the channels
      leave(&i->in);
      leave(&i->out);
      looked(all);
    }
  }
}
static void end_epoll(struct open_file* f) {
  struct interests* all = f->more;
  all->looking++;
  for (struct interest* i = all->first; i; i = i->next) drop(i);
  for (struct interest* i = all->first; i; i = i->next) {
    leave(&i->in);
    leave(&i->out);
  }
  all->ended = 1;
  looked(all);
}
static const struct calls epoll_calls = {0, 0, end_epoll, 0, 0};

int epoll_create1(int flags) {
  if (flags & ~EPOLL_CLOEXEC) return failed(EINVAL);
  struct open_file* f = descriptor_make(kEpoll, &epoll_calls, O_RDWR);
  f->more = heddle_world_allocate(sizeof(struct interests));
  heddle_world_names(f->more, "an epoll set");
  f->references++;
  const int number = descriptor_give(f, 0, flags & EPOLL_CLOEXEC);
  descriptor_done(f);
  return number;
}
int epoll_create(int size) { return size <= 0 ? failed(EINVAL) : epoll_create1(0); }

static struct open_file* use_epoll(int number) {
  struct open_file* f = descriptor_use(number);
  if (f && f->kind != kEpoll) {
    descriptor_done(f);
    failed(EINVAL);
    return 0;
  }
  return f;
}

static int control(struct interests* all, int operation, int number, struct open_file* file, const struct epoll_event* event) {
  const int may_connect = file->kind == kSocket && (!file->in || !file->out);  // in the operation on its descriptor
  heddle_world_changes(all);
  wake(all);
  struct interest** at = &all->first;
  while (*at && ((*at)->dead || (*at)->number != number || (*at)->file != file)) at = &(*at)->next;
  if (operation == EPOLL_CTL_ADD) {
    if (*at) return EEXIST;
    struct interest* fresh = heddle_world_allocate(sizeof *fresh);
    fresh->number = number;
    fresh->file = file;
    fresh->event = *event;
    fresh->set = all;
    fresh->may_connect = may_connect;
    fresh->next_of_file = file->watched;
    file->watched = fresh;
    file->unwatch = unwatch;
    *at = fresh;
    watch_edges(fresh);
    return 0;
  }
  if (!*at) return ENOENT;
  if (operation == EPOLL_CTL_MOD) {
    (*at)->event = *event;
    watch_edges(*at);
    return 0;
  }
  struct interest* gone = *at;
  drop(gone);
  all->looking++;
  leave(&gone->in);
  leave(&gone->out);
  looked(all);
  return 0;
}

int epoll_ctl(int set, int operation, int number, struct epoll_event* users) {
  struct open_file* f = use_epoll(set);
  if (!f) return -1;
  struct open_file* file = descriptor_use(number);
  if (!file) {
    descriptor_done(f);
    return -1;
  }
  struct epoll_event event = {0, {0}};
  if (operation != EPOLL_CTL_DEL) {
    heddle_world_uses(users, sizeof *users, 0);
    event = *users;
    if (event.events & EPOLLEXCLUSIVE) heddle_refuses("epoll with EPOLLEXCLUSIVE");
  }
  if (file->kind == kEpoll) heddle_refuses("an epoll set in an epoll set");
  const int error = file->kind == kFile || file->kind == kDirectory ? EPERM
                    : operation < EPOLL_CTL_ADD || operation > EPOLL_CTL_MOD
                        ? EINVAL
                        : control(f->more, operation, number, file, &event);
  descriptor_done_by(file, number);
  descriptor_done(f);
  return error ? failed(error) : 0;
}

// Edge-triggered: all that is ready, if something that is watched for has come since it was told last, even if that is gone
// again. The words that say so belong to the channels: who looks at them uses them up.
static int uses_up(struct watcher* w, int wanted) {
  const word due = w->due;
  w->due = 0;
  return (due & kChanged) || ((due & kCame) && (wanted & (w->incoming ? POLLIN | POLLRDNORM : POLLOUT | POLLWRNORM)));
}
static int edges(struct interest* i, struct channel* const of[2], int wanted) {
  const enum kind kind = i->file->kind;
  int found = 0, due = 0, in_ended = kind == kSocket, out_ended = kind == kPipe;
  if (of[0]) {
    heddle_world_changes(of[0]);
    if (i->in.of) {
      due |= uses_up(&i->in, wanted);
      found |= poll_in(i->file, wanted, &in_ended);
    }
  }
  if (of[1]) {
    if (of[1] != of[0]) heddle_world_changes(of[1]);
    if (i->out.of) {
      due |= uses_up(&i->out, wanted);
      found |= poll_out(i->file, wanted, &out_ended);
    }
  }
  if (in_ended && out_ended) found |= POLLHUP;
  return due ? found : 0;
}
static int is_usable(const struct interest* i) { return !i->dead && i->event.events != 0; }

// What is in the set, and what is wanted of it, when somebody begins to look: what others change in it meanwhile comes later.
struct member {
  struct interest* interest;
  struct open_file* file;  // it may be closed meanwhile
  struct epoll_event event;
  struct channel* of[2];  // EPOLLET
};
static size_t members_of(struct interests* all, struct member** out) {
  size_t count = 0, n = 0;
  for (struct interest* i = all->first; i; i = i->next) count++;
  struct member* members = *out = heddle_world_allocate(sizeof *members * (count + 1));
  for (struct interest* i = all->first; i; i = i->next) {
    if (!is_usable(i)) continue;
    struct member* m = &members[n++];
    m->interest = i;
    m->file = i->file;
    m->event = i->event;
    m->of[0] = i->in.of;
    m->of[1] = i->out.of;
    m->file->references++;
  }
  return n;
}
static void tell(const struct member* m, int events, struct epoll_event* found) {
  *found = m->event;
  found->events = (unsigned)events;
}
// One of us gets it.
static int is_first(struct interests* all, const struct member* m) {
  if (!(m->event.events & EPOLLONESHOT)) return 1;
  heddle_world_changes(all);
  if (!is_usable(m->interest)) return 0;
  m->interest->event.events = 0;
  return 1;
}
// Copies of what is ready. Timers last (poll.c); `patience`: how long, -1 forever.
static int look_at_set(struct interests* all, struct epoll_event* found, int most, long patience) {
  int n = 0;
  struct member *members, *first = 0;
  const size_t count = members_of(all, &members);
  for (size_t k = 0; k < count; k++) {
    struct member* m = &members[k];
    if (m->file->kind == kTimer) {
      if (n == most) continue;
      timer_look(m->file);
      if (timer_left(m->file) >= 0 && (m->event.events & EPOLLIN) && (!first || timer_left(m->file) < timer_left(first->file))) first = m;
      continue;
    }
    const int wanted = (int)(m->event.events & 0xffff);
    if (m->interest->may_connect && n < most) descriptor_looks(m->interest->number);
    const int events = n == most ? 0 : m->event.events & EPOLLET ? edges(m->interest, m->of, wanted) : poll_events(m->file, wanted);
    descriptor_done(m->file);
    if (events != 0 && is_first(all, m)) tell(m, events, &found[n++]);
  }
  if (first && n < most) {
    if (first->event.events & EPOLLET) heddle_refuses("epoll with EPOLLET of a timer");
    if (timer_expired(first->file, n == 0 && (patience < 0 || patience > timer_left(first->file))) && is_first(all, first))
      tell(first, EPOLLIN, &found[n++]);
  }
  for (size_t k = 0; k < count; k++)
    if (members[k].file->kind == kTimer) descriptor_done(members[k].file);
  heddle_world_gives_back(members);
  return n;
}
static void wait_for_set(struct interests* all) {
  size_t count = 0, n = 0, held = 0;
  for (struct interest* i = all->first; i; i = i->next) count++;
  const word** words = heddle_world_allocate(sizeof *words * (4 * count + 2));
  struct channel** channels = heddle_world_allocate(sizeof *channels * (2 * count + 1));
  for (struct interest* i = all->first; i; i = i->next) {
    if (!is_usable(i)) continue;
    if (i->event.events & EPOLLET)
      words[n++] = &i->in.due, words[n++] = &i->out.due;
    else
      n += poll_words(i->file, (int)(i->event.events & 0xffff), words + n);
    // Only their memory stays: a file that is closed meanwhile is closed.
    if (i->file->in) channels[held++] = i->file->in;
    if (i->file->out && i->file->out != i->file->in) channels[held++] = i->file->out;
  }
  for (size_t i = 0; i < held; i++) channels[i]->holds++;
  struct waiter mine = {0, all->waiters};
  all->waiters = &mine;
  words[n++] = &all->never;
  words[n++] = &mine.woken;
  heddle_world_polls(words, n);
  struct waiter** at = &all->waiters;
  while (*at != &mine) at = &(*at)->next;
  *at = mine.next;
  for (size_t i = 0; i < held; i++) {
    channels[i]->holds--;
    channel_free_if_unused(channels[i]);
  }
  heddle_world_gives_back(channels);
  heddle_world_gives_back(words);
}

int epoll_wait(int set, struct epoll_event* users, int most, int milliseconds) {
  if (most <= 0) return failed(EINVAL);
  struct open_file* f = use_epoll(set);
  if (!f) return -1;
  struct interests* all = f->more;
  struct epoll_event* found = heddle_world_allocate(sizeof *found * (size_t)most);
  int n;
  for (;;) {
    heddle_world_looks(all, &all->first, sizeof all->first);
    all->looking++;
    n = look_at_set(all, found, most, milliseconds);
    looked(all);
    if (n != 0 || milliseconds == 0) break;
    if (milliseconds > 0) {
      heddle_world_sleeps(milliseconds / 1000, milliseconds % 1000 * 1000000l);
      break;
    }
    wait_for_set(all);
  }
  heddle_world_uses(users, sizeof *users * (size_t)n, 1);
  world_copy(users, found, sizeof *found * (size_t)n);
  heddle_world_gives_back(found);
  descriptor_done(f);
  return n;
}

int epoll_pwait(int set, struct epoll_event* users, int most, int milliseconds, const __sigset_t* mask) {
  if (mask) heddle_world_uses(mask, sizeof(unsigned long), 0);
  return epoll_wait(set, users, most, milliseconds);
}

UNSEEN_END
