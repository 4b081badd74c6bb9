// POSIX message queues: a queue is a channel of whole messages, the most urgent first, that has a name and is used by
// descriptors. It has room for a number of messages, not of bytes. A wait with a time limit may be over whenever it would
// block. mq_notify is refused by its name.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "world.h"

int queues_print(char*, size_t, const char*, ...) HEDDLE_REAL("snprintf");
uid_t queues_geteuid(void) HEDDLE_REAL("geteuid");
long heddle_world_time(void);

struct queue {
  struct channel* messages;  // `held` counts them; `from` of a message is its priority
  long size;                 // of the largest message
  unsigned references;       // its name, and open files
  struct queue* next;
  char name[];
};
// Not static: see descriptors.c.
#define queues heddle_world_queues
#define queue_names heddle_world_queue_names
struct queue* queues SHARED;
unsigned long queue_names[2] SHARED;  // the list as an object, which begins with a word of all names

UNSEEN_BEGIN

static struct queue* queue_of(const struct open_file* f) { return f->more; }

static void settle(struct channel* c) {
  c->can_receive = c->held != 0;
  c->can_send = c->has_room = c->held < c->room;
}

// ---- names ----

static int name_error(const char* users, size_t* length) {
  *length = heddle_world_text(users);
  if (users[0] != '/') return EINVAL;
  if (*length == 1) return ENOENT;
  if (*length - 1 > NAME_MAX) return ENAMETOOLONG;
  for (size_t i = 1; i < *length; i++)
    if (users[i] == '/') return EACCES;
  return 0;
}
static struct queue** place_of(const char* name, size_t length) {
  struct queue** at = &queues;
  while (*at && (world_length((*at)->name) != length || world_compare((*at)->name, name, length) != 0)) at = &(*at)->next;
  return at;
}
// Not a count: what was undone has not changed.
static void names_changed(void) {
  unsigned long all = 0;
  for (const struct queue* q = queues; q; q = q->next) {
    unsigned long h = 14695981039346656037ul;
    for (const char* c = q->name; *c; c++) h = (h ^ (unsigned char)*c) * 1099511628211ul;
    all += h;
  }
  queue_names[0] = all;
  heddle_world_has_effect();
}
static void release(struct queue* q) {
  if (--q->references != 0) return;
  q->messages->senders = q->messages->receivers = 0;
  channel_free_if_unused(q->messages);
  heddle_world_frees(q);
}
static void end(struct open_file* f) { release(queue_of(f)); }
static const struct calls queue_calls = {0, 0, end, 0, 0};

static struct queue* make(const char* name, size_t length, const struct mq_attr* attributes) {
  struct queue* q = heddle_world_allocate(sizeof *q + length + 1);
  q->messages = channel_make((size_t)attributes->mq_maxmsg, 1);
  q->size = attributes->mq_msgsize;
  world_copy(q->name, name, length + 1);
  settle(q->messages);
  char text[300];
  queues_print(text, sizeof text, "the message queue %s", q->name);
  heddle_world_names(q->messages, text);
  return q;
}

static int attributes_error(const struct mq_attr* a) {
  if (a->mq_maxmsg <= 0 || a->mq_msgsize <= 0) return EINVAL;
  const int privileged = queues_geteuid() == 0;
  return a->mq_maxmsg > (privileged ? 65536 : 10) || a->mq_msgsize > (privileged ? 16777216 : 8192) ? EINVAL : 0;
}

static mqd_t open_queue(const char* users, int flags, const struct mq_attr* wanted) {
  struct mq_attr attributes = {0, 10, 8192, 0, {0}};
  size_t length;
  int error = name_error(users, &length);
  if (!error && (flags & O_ACCMODE) == 3) error = EINVAL;
  if (!error && (flags & O_CREAT) && wanted) {
    heddle_world_uses(wanted, sizeof *wanted, 0);
    attributes = *wanted;
  }
  if (error) return failed(error);
  struct queue* fresh = make(users, length, attributes_error(&attributes) ? &(struct mq_attr){0, 1, 1, 0, {0}} : &attributes);
  struct open_file* f = descriptor_make(kQueue, &queue_calls, flags & (O_ACCMODE | O_NONBLOCK));
  if (flags & O_CREAT)
    heddle_world_attempts(queue_names, queue_names, sizeof *queue_names);
  else
    heddle_world_looks(queue_names, queue_names, sizeof *queue_names);
  struct queue** at = place_of(users, length);
  struct queue* q = *at;
  if (q && (flags & O_CREAT) && (flags & O_EXCL)) error = EEXIST;
  if (!q && !(flags & O_CREAT)) error = ENOENT;
  if (!q && !error && (error = attributes_error(&attributes)) == 0) {
    q = *at = fresh;
    q->references = 1;
    fresh = 0;
    names_changed();
  }
  if (!error) q->references++;
  if (error) heddle_world_gives_back(f);
  if (fresh) {  // nobody knows of it
    heddle_world_gives_back(fresh->messages);
    heddle_world_gives_back(fresh);
  }
  if (error) return failed(error);
  f->more = q;
  f->references++;
  if ((flags & O_ACCMODE) != O_WRONLY) f->in = q->messages;
  if ((flags & O_ACCMODE) != O_RDONLY) f->out = q->messages;
  const int number = descriptor_give(f, 0, 1);
  descriptor_done(f);
  return number;
}
mqd_t mq_open(const char* name, int flags, ...) {
  const struct mq_attr* attributes = 0;
  if (flags & O_CREAT) {
    va_list rest;
    va_start(rest, flags);
    (void)va_arg(rest, int);
    attributes = va_arg(rest, const struct mq_attr*);
    va_end(rest);
  }
  return open_queue(name, flags, attributes);
}
mqd_t __mq_open_2(const char* name, int flags) { return open_queue(name, flags, 0); }
int mq_unlink(const char* users) {
  size_t length;
  const int error = name_error(users, &length);
  if (error) return failed(error);
  heddle_world_attempts(queue_names, queue_names, sizeof *queue_names);
  struct queue** at = place_of(users, length);
  struct queue* q = *at;
  if (!q) return failed(ENOENT);
  *at = q->next;
  names_changed();
  release(q);
  return 0;
}

static struct open_file* use_queue(mqd_t number) {
  struct open_file* f = descriptor_use(number);
  if (f && f->kind != kQueue) {
    descriptor_done(f);
    failed(EBADF);
    return 0;
  }
  return f;
}
static ssize_t done(struct open_file* f, int error) {
  descriptor_done(f);
  return error ? failed(error) : 0;
}
int mq_close(mqd_t number) {
  struct open_file* f = use_queue(number);
  if (!f) return -1;
  descriptor_done(f);
  return close(number);
}

// ---- sending and receiving ----

static int limit_error(const struct timespec* limit) {
  if (!limit) return 0;
  heddle_world_uses(limit, sizeof *limit, 0);
  return limit->tv_sec < 0 || limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000 ? EINVAL : 0;
}
// It would have blocked: the time is over.
static int over(const struct open_file* f, const struct timespec* limit) {
  if (tries(f)) return EAGAIN;
  const long left = limit->tv_sec * 1000 + limit->tv_nsec / 1000000 - heddle_world_time();
  if (left > 0) heddle_world_sleeps(left / 1000, left % 1000 * 1000000);
  return ETIMEDOUT;
}

static int send_within(mqd_t number, const char* users, size_t size, unsigned priority, const struct timespec* limit) {
  const int wrong = limit_error(limit);
  if (wrong) return failed(wrong);
  if (priority >= MQ_PRIO_MAX) return failed(EINVAL);
  struct open_file* f = use_queue(number);
  if (!f) return -1;
  if (!f->out) return (int)done(f, EBADF);
  if ((long)size > queue_of(f)->size) return (int)done(f, EMSGSIZE);
  heddle_world_uses(users, size, 0);
  struct message* m = heddle_world_allocate(sizeof *m + size);
  m->size = m->room = size;
  m->from = priority;
  world_copy(m->data, users, size);
  struct channel* c = f->out;
  if (!heddle_world_sends(c, &c->can_send, tries(f) || limit)) {
    heddle_world_gives_back(m);
    return (int)done(f, over(f, limit));
  }
  m = channel_adopt(c, m);
  heddle_world_hands_over(m);
  struct message** at = &c->first;
  while (*at && (*at)->from >= priority) at = &(*at)->next;
  m->next = *at;
  *at = m;
  c->held++;
  settle(c);
  return (int)done(f, 0);
}
int mq_send(mqd_t number, const char* users, size_t size, unsigned priority) {
  return send_within(number, users, size, priority, 0);
}
int mq_timedsend(mqd_t number, const char* users, size_t size, unsigned priority, const struct timespec* limit) {
  return send_within(number, users, size, priority, limit);
}

static ssize_t receive_within(mqd_t number, char* users, size_t room, unsigned* priority, const struct timespec* limit) {
  const int wrong = limit_error(limit);
  if (wrong) return failed(wrong);
  struct open_file* f = use_queue(number);
  if (!f) return -1;
  if (!f->in) return done(f, EBADF);
  if ((long)room < queue_of(f)->size) return done(f, EMSGSIZE);
  struct channel* c = f->in;
  if (!heddle_world_receives(c, &c->can_receive, tries(f) || limit)) return done(f, over(f, limit));
  struct message* m = c->first;
  heddle_world_takes_over(m);
  c->first = m->next;
  c->held--;
  settle(c);
  const ssize_t n = (ssize_t)m->size;
  const unsigned urgent = (unsigned)m->from;
  char* const out = heddle_world_allocate(m->size + 1);
  world_copy(out, m->data, m->size);
  channel_keep(c, m);
  heddle_world_uses(users, (size_t)n, 1);
  world_copy(users, out, (size_t)n);
  heddle_world_gives_back(out);
  if (priority) {
    heddle_world_uses(priority, sizeof *priority, 1);
    *priority = urgent;
  }
  descriptor_done(f);
  return n;
}
ssize_t mq_receive(mqd_t number, char* users, size_t room, unsigned* priority) {
  return receive_within(number, users, room, priority, 0);
}
ssize_t mq_timedreceive(mqd_t number, char* users, size_t room, unsigned* priority, const struct timespec* limit) {
  return receive_within(number, users, room, priority, limit);
}

// ---- attributes ----

static void give_attributes(struct open_file* f, struct mq_attr* users) {
  struct channel* c = queue_of(f)->messages;
  heddle_world_looks(c, &c->held, sizeof c->held);
  const struct mq_attr found = {f->flags & O_NONBLOCK, (long)c->room, queue_of(f)->size, (long)c->held, {0}};
  heddle_world_uses(users, sizeof found, 1);
  world_copy(users, &found, sizeof found);
}
int mq_getattr(mqd_t number, struct mq_attr* users) {
  struct open_file* f = use_queue(number);
  if (!f) return -1;
  give_attributes(f, users);
  return (int)done(f, 0);
}
int mq_setattr(mqd_t number, const struct mq_attr* users, struct mq_attr* old) {
  heddle_world_uses(users, sizeof *users, 0);
  const long flags = users->mq_flags;
  if (flags & ~(long)O_NONBLOCK) return failed(EINVAL);
  struct open_file* f = use_queue(number);
  if (!f) return -1;
  if (old) give_attributes(f, old);
  descriptor_done(f);
  return fcntl(number, F_SETFL, (f->flags & ~O_NONBLOCK) | (int)flags);
}

UNSEEN_END
