// timerfd on the clock of the thread that looks (machine/time.cpp): clocks of threads are independent of each other, except
// that what happens before carries its time along. So whether a timer that is set has expired is open unless the clock of
// who looks has reached it: both are explored. Who waits for it, and finds nothing else to do, lets the time pass.
// Who reads it comes after who has set it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "timers.h"

int heddle_choose(int);

UNSEEN_BEGIN

static struct timer* timer_of(const struct open_file* f) { return f->more; }

static void let_pass(long milliseconds) {
  if (milliseconds > 0) heddle_world_sleeps(milliseconds / 1000, milliseconds % 1000 * 1000000);
}
static long milliseconds(const struct timespec* t) { return t->tv_sec * 1000 + (t->tv_nsec + 999999) / 1000000; }

long timer_left(const struct open_file* f) {
  const struct timer* t = timer_of(f);
  if (!t->set) return -1;
  const long left = t->expires - heddle_world_time();
  return left > 0 ? left : 0;
}
// In an operation on it. Has it expired?
int timer_expired(struct open_file* f, int must) {
  const long left = timer_left(f);
  if (left <= 0) return left == 0;
  if (!must && !heddle_choose(2)) return 0;
  let_pass(left);
  return 1;
}
void timer_look(struct open_file* f) { heddle_world_looks(f->more, &timer_of(f)->set, sizeof timer_of(f)->set); }

static ssize_t read_timer(struct open_file* f, void* users, size_t size) {
  if (size < sizeof(uint64_t)) return failed(EINVAL);
  struct timer* t = timer_of(f);
  if (!heddle_world_receives(t, &t->set, tries(f))) return failed(EAGAIN);
  if (!timer_expired(f, !tries(f))) return failed(EAGAIN);
  if (!t->set) return failed(EAGAIN);
  heddle_world_takes_over(&t->object);
  const long late = heddle_world_time() - t->expires;
  const uint64_t times = 1 + (t->interval && late > 0 ? (uint64_t)(late / t->interval) : 0);
  if (t->interval)
    t->expires += (long)times * t->interval;
  else
    t->set = 0;
  heddle_world_uses(users, sizeof times, 1);
  world_copy(users, &times, sizeof times);
  return sizeof times;
}
static void end(struct open_file* f) { heddle_world_frees(f->more); }
static const struct calls timer_calls = {read_timer, 0, end, 0, 0};

int timerfd_create(int clock, int flags) {
  if (flags & ~(TFD_CLOEXEC | TFD_NONBLOCK)) return failed(EINVAL);
  if (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME && clock != CLOCK_BOOTTIME) {
    if (clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM) heddle_refuses("a timer that wakes the machine");
    return failed(EINVAL);
  }
  struct open_file* f = descriptor_make(kTimer, &timer_calls, O_RDWR | (flags & TFD_NONBLOCK ? O_NONBLOCK : 0));
  f->more = heddle_world_allocate(sizeof(struct timer));
  heddle_world_names(f->more, "a timer");
  f->references++;
  const int number = descriptor_give(f, 0, flags & TFD_CLOEXEC);
  descriptor_done(f);
  return number;
}

static struct open_file* use_timer(int number) {
  struct open_file* f = descriptor_use(number);
  if (f && f->kind != kTimer) {
    descriptor_done(f);
    failed(EINVAL);
    return 0;
  }
  return f;
}
static void give(const struct open_file* f, struct itimerspec* users) {
  const long left = timer_left(f), interval = timer_of(f)->interval;
  struct itimerspec found = {{interval / 1000, interval % 1000 * 1000000}, {0, 0}};
  if (left > 0) found.it_value.tv_sec = left / 1000, found.it_value.tv_nsec = left % 1000 * 1000000;
  if (left == 0) found.it_value.tv_nsec = 1;
  heddle_world_uses(users, sizeof found, 1);
  world_copy(users, &found, sizeof found);
}
static int is_time(const struct timespec* t) { return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000; }

int timerfd_settime(int number, int flags, const struct itimerspec* users, struct itimerspec* old) {
  heddle_world_uses(users, sizeof *users, 0);
  const struct itimerspec wanted = *users;
  if (flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)) return failed(EINVAL);
  if (!is_time(&wanted.it_value) || !is_time(&wanted.it_interval)) return failed(EINVAL);
  struct open_file* f = use_timer(number);
  if (!f) return -1;
  struct timer* t = timer_of(f);
  heddle_world_changes(t);
  if (old) give(f, old);
  heddle_world_hands_over(&t->object);
  t->interval = milliseconds(&wanted.it_interval);
  t->expires = milliseconds(&wanted.it_value) + (flags & TFD_TIMER_ABSTIME ? 0 : heddle_world_time());
  t->set = wanted.it_value.tv_sec != 0 || wanted.it_value.tv_nsec != 0;
  descriptor_done(f);
  return 0;
}
int timerfd_gettime(int number, struct itimerspec* users) {
  struct open_file* f = use_timer(number);
  if (!f) return -1;
  timer_look(f);
  give(f, users);
  descriptor_done(f);
  return 0;
}

UNSEEN_END
