// eventfd and epoll. An event counter is an object with the words of a channel: who reads it comes after all who have added
// to it. epoll looks at its descriptors as poll does; only as long as something is ready, not when it becomes so (EPOLLET
// is refused).
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "world.h"

UNSEEN_BEGIN

// ---- eventfd: `held` is the counter ----

static void settle_counter(struct channel* c) {
  c->can_receive = c->held != 0;
  c->can_send = c->has_room = c->held < ~0ul - 1;
}
static ssize_t read_counter(struct open_file* f, void* users, size_t size) {
  if (size < sizeof(uint64_t)) return failed(EINVAL);
  struct channel* c = f->in;
  if (!heddle_world_receives(c, &c->can_receive, tries(f))) return failed(EAGAIN);
  heddle_world_takes_over(&c->ended);
  const uint64_t value = f->number & EFD_SEMAPHORE ? 1 : c->held;
  c->held -= value;
  settle_counter(c);
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
  return sizeof value;
}
static void end_counter(struct open_file* f) {
  f->in->senders = f->in->receivers = 0;
  channel_free_if_unused(f->in);
}
static const struct calls counter_calls = {read_counter, write_counter, end_counter};

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
  heddle_world_frees(copy);
  return result;
}

// ---- epoll ----

struct interest {
  struct interest* next;
  int number;
  struct open_file* file;  // gone with its last descriptor
  struct epoll_event event;
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
};

static void end_epoll(struct open_file* f) {
  struct interests* all = f->more;
  while (all->first) {
    struct interest* next = all->first->next;
    heddle_world_frees(all->first);
    all->first = next;
  }
  heddle_world_frees(all);
}
static const struct calls epoll_calls = {0, 0, end_epoll};

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
  heddle_world_changes(all);
  for (struct waiter* w = all->waiters; w; w = w->next) w->woken = 1;
  struct interest** at = &all->first;
  while (*at && !((*at)->number == number && (*at)->file == file)) at = &(*at)->next;
  if (operation == EPOLL_CTL_ADD) {
    if (*at) return EEXIST;
    struct interest* fresh = heddle_world_allocate(sizeof *fresh);
    fresh->number = number;
    fresh->file = file;
    fresh->event = *event;
    *at = fresh;
    return 0;
  }
  if (!*at) return ENOENT;
  if (operation == EPOLL_CTL_MOD) {
    (*at)->event = *event;
    return 0;
  }
  struct interest* gone = *at;
  *at = gone->next;
  heddle_world_frees(gone);
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
    if (event.events & EPOLLET) heddle_refuses("epoll with EPOLLET");
    if (event.events & EPOLLEXCLUSIVE) heddle_refuses("epoll with EPOLLEXCLUSIVE");
  }
  if (file->kind == kEpoll) heddle_refuses("an epoll set in an epoll set");
  const int error = file->kind == kFile || file->kind == kDirectory ? EPERM
                    : operation < EPOLL_CTL_ADD || operation > EPOLL_CTL_MOD
                        ? EINVAL
                        : control(f->more, operation, number, file, &event);
  descriptor_done(file);
  descriptor_done(f);
  return error ? failed(error) : 0;
}

static int is_open(const struct interest* i) { return descriptor_peek(i->number) == i->file; }

// Copies of what is ready.
static int look_at_set(struct interests* all, struct epoll_event* found, int most) {
  int n = 0;
  for (struct interest* i = all->first; i && n < most; i = i->next) {
    if (!is_open(i) || i->event.events == 0) continue;
    const int events = poll_events(i->file, (int)(i->event.events & 0xffff));
    if (events == 0) continue;
    found[n] = i->event;
    found[n++].events = (unsigned)events;
    if (i->event.events & EPOLLONESHOT) i->event.events = 0;
  }
  return n;
}
static void wait_for_set(struct interests* all) {
  size_t count = 0, n = 0, held = 0;
  for (struct interest* i = all->first; i; i = i->next) count++;
  const word** words = heddle_world_allocate(sizeof *words * (4 * count + 2));
  struct channel** channels = heddle_world_allocate(sizeof *channels * (2 * count + 1));
  for (struct interest* i = all->first; i; i = i->next) {
    if (!is_open(i) || i->event.events == 0) continue;
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
  heddle_world_frees(channels);
  heddle_world_frees(words);
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
    n = look_at_set(all, found, most);
    if (n != 0 || milliseconds == 0) break;
    if (milliseconds > 0) {
      heddle_world_sleeps(milliseconds / 1000, milliseconds % 1000 * 1000000l);
      break;
    }
    wait_for_set(all);
  }
  heddle_world_uses(users, sizeof *users * (size_t)n, 1);
  world_copy(users, found, sizeof *found * (size_t)n);
  heddle_world_frees(found);
  descriptor_done(f);
  return n;
}

UNSEEN_END
