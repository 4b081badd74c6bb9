// poll, select and epoll: look at each descriptor in turn, as the kernel does, and if nothing is ready wait until one of
// their words says that something is. A time limit that is not zero may be over whenever nothing is ready: who comes first is
// a question of the schedule, as with every other wait that has one.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "timers.h"

void* poll_clear(void*, int, size_t) HEDDLE_REAL("memset");

UNSEEN_BEGIN

static int is_plain(const struct open_file* f) { return f->kind == kStandard || f->kind == kFile || f->kind == kDirectory; }

int poll_in(const struct open_file* f, int wanted, int* ended) {
  const struct channel* c = f->in;
  *ended = c->has_ended != 0;
  int found = 0;
  if (c->can_receive && (c->first || f->kind != kPipe)) found |= wanted & (POLLIN | POLLRDNORM);
  if (c->has_ended && f->kind == kSocket) found |= wanted & POLLRDHUP;
  return found;
}
int poll_out(const struct open_file* f, int wanted, int* ended) {
  const struct channel* c = f->out;
  *ended = c->messages == kDatagrams ? c->senders == 0 : c->has_ended != 0;
  int found = 0;
  if (c->has_room) found |= wanted & (POLLOUT | POLLWRNORM);
  if (c->receivers == 0 && f->kind == kPipe) found |= POLLERR;
  return found;
}

int poll_events(struct open_file* f, int wanted) {
  if (is_plain(f)) return wanted & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM);
  const int sends = f->out && f->kind != kListener;
  // Nobody's yet: writing would fail at once.
  if (!f->in && !sends) return f->kind == kSocket ? (wanted & (POLLOUT | POLLWRNORM)) | POLLHUP : 0;
  int found = f->kind == kSocket && !sends ? wanted & (POLLOUT | POLLWRNORM) : 0;
  int in_ended = f->kind == kSocket, out_ended = f->kind == kPipe;
  if (f->in) {
    heddle_world_looks(f->in, &f->in->can_receive, sizeof f->in->can_receive);
    found |= poll_in(f, wanted, &in_ended);
  }
  if (sends) {
    heddle_world_looks(f->out, &f->out->has_room, sizeof f->out->has_room);
    found |= poll_out(f, wanted, &out_ended);
  }
  return found | (in_ended && out_ended ? POLLHUP : 0);
}

size_t poll_words(struct open_file* f, int wanted, const word** into) {
  size_t n = 0;
  if (f->kind == kTimer) into[n++] = &((const struct timer*)f->more)->set;
  if (f->in && (wanted & (POLLIN | POLLRDNORM))) into[n++] = &f->in->can_receive;
  // A socket hangs up when both directions have ended.
  if (f->in && !(f->kind == kSocket && f->out && f->in->has_ended)) into[n++] = &f->in->has_ended;
  else if (f->in) into[n++] = &f->out->has_ended;
  if (f->out && (wanted & (POLLOUT | POLLWRNORM))) into[n++] = &f->out->has_room;
  if (f->out && f->kind == kPipe) into[n++] = &f->out->has_ended;
  return n;
}

// 1: the time is over, which takes it.
static int is_over(const struct timespec* limit) {
  if (!limit) return 0;
  if (limit->tv_sec != 0 || limit->tv_nsec != 0) heddle_world_sleeps(limit->tv_sec, limit->tv_nsec);
  return 1;
}

// ---- poll ----

// Timers last: if nothing else is ready, who waits lets the time pass up to the first of them.
static int look_at_timers(struct pollfd* all, nfds_t count, struct open_file** files, int ready, const struct timespec* limit) {
  struct open_file* first = 0;
  for (nfds_t i = 0; i < count; i++)
    if (files[i] && files[i]->kind == kTimer && (all[i].events & (POLLIN | POLLRDNORM))) {
      timer_look(files[i]);
      if (timer_left(files[i]) >= 0 && (!first || timer_left(files[i]) < timer_left(first))) first = files[i];
    }
  if (!first) return ready;
  const long patience = limit ? limit->tv_sec * 1000 + limit->tv_nsec / 1000000 : -1;
  timer_expired(first, ready == 0 && (!limit || patience > timer_left(first)));
  for (nfds_t i = 0; i < count; i++)
    if (files[i] && files[i]->kind == kTimer && timer_left(files[i]) == 0) {
      all[i].revents = all[i].events & (POLLIN | POLLRDNORM);
      ready += all[i].revents != 0;
    }
  return ready;
}

static int look_at_all(struct pollfd* all, nfds_t count, struct open_file** files, const struct timespec* limit) {
  int ready = 0, timers = 0;
  for (nfds_t i = 0; i < count; i++) {
    all[i].revents = 0;
    if (all[i].fd < 0) continue;
    if (!files[i]) files[i] = descriptor_use(all[i].fd);
    timers |= files[i] && files[i]->kind == kTimer;
    all[i].revents = (short)(files[i] ? poll_events(files[i], all[i].events) : POLLNVAL);
    ready += all[i].revents != 0;
  }
  return timers ? look_at_timers(all, count, files, ready, limit) : ready;
}

static void wait_for_one(const struct pollfd* all, nfds_t count, struct open_file** files) {
  const word** words = heddle_world_allocate(sizeof *words * (4 * count + 1));
  size_t n = 0;
  for (nfds_t i = 0; i < count; i++)
    if (files[i]) n += poll_words(files[i], all[i].events, words + n);
  heddle_world_polls(words, n);
  heddle_world_gives_back(words);
}

// On a copy of the user's.
static int poll_copy(struct pollfd* all, nfds_t count, const struct timespec* limit) {
  struct open_file** files = heddle_world_allocate(sizeof *files * (count + 1));
  int ready;
  while ((ready = look_at_all(all, count, files, limit)) == 0 && !is_over(limit)) wait_for_one(all, count, files);
  for (nfds_t i = 0; i < count; i++)
    if (files[i]) descriptor_done_by(files[i], all[i].fd);
  heddle_world_gives_back(files);
  return ready;
}

static int poll_users(struct pollfd* users, nfds_t count, const struct timespec* limit) {
  heddle_world_uses(users, sizeof *users * count, 0);
  struct pollfd* all = heddle_world_allocate(sizeof *all * (count + 1));
  world_copy(all, users, sizeof *all * count);
  const int ready = poll_copy(all, count, limit);
  for (nfds_t i = 0; i < count; i++) {
    heddle_world_uses(&users[i].revents, sizeof users[i].revents, 1);
    users[i].revents = all[i].revents;
  }
  heddle_world_gives_back(all);
  return ready;
}

static const struct timespec* limit_of(long milliseconds, struct timespec* room) {
  if (milliseconds < 0) return 0;
  room->tv_sec = milliseconds / 1000;
  room->tv_nsec = milliseconds % 1000 * 1000000;
  return room;
}

int poll(struct pollfd* users, nfds_t count, int milliseconds) {
  struct timespec room;
  return poll_users(users, count, limit_of(milliseconds, &room));
}
int __poll(struct pollfd* users, nfds_t count, int milliseconds) { return poll(users, count, milliseconds); }
int __poll_chk(struct pollfd* users, nfds_t count, int milliseconds, size_t room) {
  if (room / sizeof *users < count) __builtin_trap();
  return poll(users, count, milliseconds);
}
int ppoll(struct pollfd* users, nfds_t count, const struct timespec* limit, const __sigset_t* mask) {
  struct timespec copy;
  if (mask) heddle_world_uses(mask, sizeof(unsigned long), 0);
  if (!limit) return poll_users(users, count, 0);
  heddle_world_uses(limit, sizeof *limit, 0);
  copy = *limit;
  return poll_users(users, count, &copy);
}

// ---- select ----

enum { kBits = 8 * sizeof(fd_mask) };
static int has(const fd_set* set, int i) { return set && (set->fds_bits[i / kBits] >> i % kBits & 1); }
static void put(fd_set* set, int i) { set->fds_bits[i / kBits] |= (fd_mask)(1ul << i % kBits); }

static int select_within(int count, fd_set* sets[3], const struct timespec* limit) {
  if (count < 0 || count > FD_SETSIZE) return failed(EINVAL);
  const size_t bytes = ((size_t)count + kBits - 1) / kBits * sizeof(fd_mask);
  static const int kWanted[3] = {POLLIN, POLLOUT, POLLPRI};
  struct pollfd* all = heddle_world_allocate(sizeof *all * ((size_t)count + 1));
  for (int k = 0; k < 3; k++)
    if (sets[k]) heddle_world_uses(sets[k], bytes, 0);
  nfds_t n = 0;
  for (int i = 0; i < count; i++) {
    int events = 0;
    for (int k = 0; k < 3; k++)
      if (has(sets[k], i)) events |= kWanted[k];
    if (events == 0) continue;
    all[n].fd = i;
    all[n++].events = (short)events;
  }
  poll_copy(all, n, limit);
  fd_set found[3];
  poll_clear(found, 0, sizeof found);
  int total = 0, bad = 0;
  for (nfds_t i = 0; i < n; i++) {
    const int events = all[i].revents;
    bad |= events & POLLNVAL;
    const int of[3] = {events & (POLLIN | POLLHUP | POLLERR), events & (POLLOUT | POLLERR), 0};
    for (int k = 0; k < 3; k++)
      if (of[k] && has(sets[k], all[i].fd)) put(&found[k], all[i].fd), total++;
  }
  heddle_world_gives_back(all);
  if (bad) return failed(EBADF);
  for (int k = 0; k < 3; k++)
    if (sets[k]) {
      heddle_world_uses(sets[k], bytes, 1);
      world_copy(sets[k], &found[k], bytes);
    }
  return total;
}

int select(int count, fd_set* in, fd_set* out, fd_set* other, struct timeval* limit) {
  fd_set* sets[3] = {in, out, other};
  if (!limit) return select_within(count, sets, 0);
  heddle_world_uses(limit, sizeof *limit, 0);
  const struct timespec copy = {limit->tv_sec, limit->tv_usec * 1000};
  return select_within(count, sets, &copy);
}
int __select(int count, fd_set* in, fd_set* out, fd_set* other, struct timeval* limit) {
  return select(count, in, out, other, limit);
}
int pselect(int count, fd_set* in, fd_set* out, fd_set* other, const struct timespec* limit, const __sigset_t* mask) {
  fd_set* sets[3] = {in, out, other};
  (void)mask;
  if (!limit) return select_within(count, sets, 0);
  heddle_world_uses(limit, sizeof *limit, 0);
  const struct timespec copy = *limit;
  return select_within(count, sets, &copy);
}

UNSEEN_END
