// The table of descriptors, and the calls that all kinds of files have in common. Each number has a slot, which is an
// object: a call that uses a descriptor looks at its slot and holds the open file until it returns, as the kernel does;
// close, dup2 and open change it. Numbers are given as POSIX has it, the lowest that is free: which it is depends on what
// others have opened and closed. 0, 1 and 2 are the standard streams (machine/models_stdio.cpp), and stay that.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "world.h"

ssize_t heddle_standard_read(int, void*, size_t);
ssize_t heddle_standard_write(int, const void*, size_t);
int descriptors_print(char*, size_t, const char*, ...) HEDDLE_REAL("snprintf");

enum { kMost = 1024, kFirst = 16 };

struct slot {
  struct open_file* file;
  unsigned taken;  // its number is not free, though there may be no file yet
  unsigned close_on_exec;
};
// Not static: a module that is linked in twice would bring them twice.
#define first_slots heddle_world_first_slots
#define slots heddle_world_slots
#define slot_count heddle_world_slot_count
#define standard heddle_world_standard
struct slot first_slots[kFirst];
struct slot* slots;  // NULL: first_slots, of which the first three are taken
int slot_count;
struct open_file standard[3];
int heddle_world_own_process;  // the number of the process, also for who closes its files when it has crashed
unsigned heddle_world_closed_in_use;  // files that only calls keep open

UNSEEN_BEGIN

static unsigned long own_objects(void) { return WORLD_OBJECT + DESCRIPTOR_STRIDE * (unsigned long)heddle_world_process(); }
#define numbers ((const void*)own_objects())
// As far apart as objects are wide. The last one has to share with one that is never closed.
static const void* object_of(int number) {
  return (const void*)(own_objects() + 16 * (unsigned long)(number == kMost - 1 ? 1 : number + 1));
}

static ssize_t read_standard(struct open_file* f, void* to, size_t size) {
  return heddle_standard_read(f->number, to, size);
}
static ssize_t write_standard(struct open_file* f, const void* from, size_t size) {
  return heddle_standard_write(f->number, from, size);
}
static const struct calls standard_calls = {read_standard, write_standard, 0, 0, 0};

static void close_all(void);
static void begin(void) {
  if (slots) return;
  heddle_world_closes_with(close_all);
  heddle_world_own_process = heddle_world_process();
  for (int i = 0; i < 3; i++) {
    standard[i].kind = kStandard;
    standard[i].calls = &standard_calls;
    standard[i].flags = i == 0 ? O_RDONLY : O_WRONLY;
    standard[i].references = standard[i].descriptors = 1;
    standard[i].number = i;
    first_slots[i].file = &standard[i];
    first_slots[i].taken = 1;
  }
  slots = first_slots;
  slot_count = kFirst;
}

struct open_file* descriptor_peek(int number) {
  begin();
  return number >= 0 && number < slot_count ? slots[number].file : 0;
}

void descriptor_looks(int number) {
  if (number < slot_count)
    heddle_world_looks(object_of(number), &slots[number].file, sizeof slots[number].file);
  else
    heddle_world_looks(object_of(number), &slot_count, sizeof slot_count);
}
struct open_file* descriptor_use(int number) {
  begin();
  if (number >= 0 && number < kMost) descriptor_looks(number);
  struct open_file* f = descriptor_peek(number);
  if (!f) {
    failed(EBADF);
    return 0;
  }
  f->references++;
  if (!f->shared && f->kind != kStandard && !heddle_world_is_own(f)) f->shared = 1;
  return f;
}

// Who lets go of it last comes after all who have closed a descriptor of it.
static void release(struct open_file* f) {
  heddle_world_takes_over(f);
  if (f->calls->end) f->calls->end(f);
  (f->shared ? heddle_world_frees : heddle_world_gives_back)(f);
}
// One reference goes. In an operation on what decides, if it has been left.
static void let_go(struct open_file* f) {
  if (f->references == 1 && f->watched) {  // by a call that began before the last descriptor was closed
    f->unwatch(f, 0);
    if (f->decides) heddle_world_changes(f->decides);
  }
  if (--f->references != 0) return;
  heddle_world_closed_in_use -= f->closed_in_use;
  release(f);
}

// A file that others notice when it is gone stays open as long as calls use it, as in the kernel. Who lets go of it last depends on
// whether a call ends before or after the last descriptor is closed. So who closes that goes through the channels of the file, an operation
// on each, and marks them; it is decided in the last of these. A call whose last operation was on one of the channels knows whether it came
// before. If not, it has to say when it lets go. A call whose last operation was on something else looks at its descriptor.
enum { kLeftIn = 1, kLeftOut = 2 };
static int is_noticed(const struct open_file* f) {
  return f->kind == kPipe || f->kind == kSocket || f->kind == kListener;
}
static const void* what_decides(const struct open_file* f) {
  return f->decides ? f->decides : f->in ? (const void*)f->in : f->out ? (const void*)f->out : f;
}
static void leave_file(struct open_file* f) {
  if (f->watched) f->unwatch(f, 0);  // first: who goes through the set holds the file already, or does not find it
  if (is_noticed(f) && heddle_world_last_object()) {
    struct channel *in = f->in, *out = f->out;
    f->decides = what_decides(f);
    if (in && out) {
      heddle_world_changes(out);
      f->left = kLeftOut;
    }
    if (in || out)
      heddle_world_changes(f->decides);
    else
      heddle_world_attempts(f, &f->left, sizeof f->left);  // a loop that opens and closes it has not changed anything yet
    f->left = kLeftIn | kLeftOut;
  }
  if (f->references > 1) {
    f->closed_in_use = 1;
    heddle_world_closed_in_use++;
  }
}
static int is_descriptor_of(const struct open_file* f, int number) {
  return number >= 0 && number < slot_count && slots[number].file == f;
}
static int may_be_left(struct open_file* f, int number) {
  const void* const object = heddle_world_last_object();
  if (!object) return 0;
  if (object == f->in) return f->left & kLeftIn;
  if (object == f->out) return f->left & kLeftOut;
  // In an operation on a descriptor of it, it has one.
  const unsigned long place = ((unsigned long)object - own_objects()) / 16;
  if (place >= 1 && place <= (unsigned long)slot_count && is_descriptor_of(f, (int)place - 1)) return 0;
  if (number < 0) return 1;
  heddle_world_looks(object_of(number), &slots[number].file, sizeof slots[number].file);
  return !is_descriptor_of(f, number);
}
void descriptor_done_by(struct open_file* f, int number) {
  if (is_noticed(f) && may_be_left(f, number)) heddle_world_changes(what_decides(f));
  let_go(f);
}
void descriptor_done(struct open_file* f) { descriptor_done_by(f, -1); }
// A descriptor of it is gone.
static void descriptor_lost(struct open_file* f) {
  heddle_world_hands_over(f);
  if (f->calls->closes) f->calls->closes(f, 0);
  if (--f->descriptors == 0) leave_file(f);
  let_go(f);
}

struct open_file* descriptor_make(enum kind kind, const struct calls* calls, int flags) {
  struct open_file* f = heddle_world_allocate(sizeof *f);
  if (kind != kShared) heddle_world_is_noticed();
  f->calls = calls;
  f->kind = kind;
  f->flags = flags;
  return f;
}

// Room for this number.
static void grow(int number) {
  int count = slot_count;
  while (count <= number) count *= 2;
  if (count == slot_count) return;
  struct slot* more = heddle_world_allocate(sizeof *more * (size_t)count);
  world_copy(more, slots, sizeof *more * (size_t)slot_count);
  struct slot* old = slots;
  slots = more;
  slot_count = count;
  if (old != first_slots) heddle_world_frees(old);
}

// In the operation of the caller.
static int lowest_free(int at_least) {
  int n = at_least;
  while (n < slot_count && slots[n].taken) n++;
  if (n >= kMost) return failed(EMFILE);
  if (n >= slot_count) heddle_world_has_effect();
  grow(n);
  heddle_world_toggles(numbers, &slots[n].taken);
  slots[n].taken = 1;
  return n;
}

int descriptor_give(struct open_file* f, int at_least, int close_on_exec) {
  begin();
  heddle_world_attempts(numbers, &slot_count, sizeof slot_count);
  const int n = lowest_free(at_least);
  if (n < 0) return heddle_world_has_effect(), n;
  heddle_world_attempts(object_of(n), &slots[n].file, sizeof slots[n].file);
  heddle_world_toggles(object_of(n), &slots[n].file);
  slots[n].file = f;
  slots[n].close_on_exec = close_on_exec != 0;
  f->references++;
  f->descriptors++;
  return n;
}

int close(int number) {
  begin();
  if (number < 0 || number >= kMost) return failed(EBADF);
  heddle_world_attempts_close(object_of(number), numbers);
  struct open_file* f = descriptor_peek(number);
  if (number < slot_count)
    heddle_world_sees(object_of(number), &slots[number].file, sizeof slots[number].file);
  else
    heddle_world_sees(object_of(number), &slot_count, sizeof slot_count);
  if (!f) return failed(EBADF);
  if (f->kind == kStandard) heddle_refuses("close of a standard stream");
  heddle_world_toggles(object_of(number), &slots[number].file);
  heddle_world_toggles(numbers, &slots[number].taken);
  slots[number].file = 0;
  slots[number].taken = 0;
  slots[number].close_on_exec = 0;
  descriptor_lost(f);
  return 0;
}
int __close(int number) { return close(number); }

// The process ends: what calls of its threads still use goes with them.
static void close_all(void) {
  if (heddle_world_closed_in_use) heddle_refuses("the end of a process while a call uses a descriptor that was closed meanwhile");
  for (int i = 0; i < slot_count; i++) {
    struct open_file* f = slots[i].file;
    if (!f || f->kind == kStandard) continue;
    for (int k = i; k < slot_count; k++)
      if (slots[k].file == f) slots[k].file = 0;
    heddle_world_hands_over(f);
    if (f->calls->closes) f->calls->closes(f, 1);
    if (f->watched) f->unwatch(f, 1);
    release(f);
  }
}

static int duplicate(int number, int at_least, int close_on_exec) {
  if (at_least < 0 || at_least >= kMost) return failed(EINVAL);
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  const int n = descriptor_give(f, at_least, close_on_exec);
  descriptor_done_by(f, number);
  return n;
}
int dup(int number) { return duplicate(number, 0, 0); }

static int duplicate_as(int from, int to, int close_on_exec) {
  if (to < 0 || to >= kMost) return failed(EBADF);
  struct open_file* f = descriptor_use(from);
  if (!f) return -1;
  if (from == to) {
    descriptor_done_by(f, from);
    return to;
  }
  heddle_world_closes(object_of(to), numbers);
  grow(to);
  struct open_file* old = slots[to].file;
  if ((old && old->kind == kStandard) || to < 3) heddle_refuses("another file in the place of a standard stream (dup2)");
  slots[to].file = f;  // the reference of the use becomes the descriptor's
  slots[to].taken = 1;
  slots[to].close_on_exec = close_on_exec != 0;
  f->descriptors++;
  if (old) descriptor_lost(old);
  return to;
}
int dup2(int from, int to) { return duplicate_as(from, to, 0); }
int __dup2(int from, int to) { return dup2(from, to); }
int dup3(int from, int to, int flags) {
  if (from == to || (flags & ~O_CLOEXEC)) return failed(EINVAL);
  return duplicate_as(from, to, flags & O_CLOEXEC);
}

// ---- flags ----

int tries(const struct open_file* f) { return f->flags & O_NONBLOCK ? kTries : 0; }

// Others read that when they look at the slot: at each slot of this file.
void descriptor_changes(struct open_file* f) {
  int found = 0;
  for (int i = 0; i < slot_count; i++)
    if (slots[i].file == f) {
      heddle_world_changes(object_of(i));
      found = 1;
    }
  if (!found) heddle_world_changes(f);
}
static void set_flags(struct open_file* f, int flags) {
  enum { kChangeable = O_NONBLOCK | O_APPEND };
  if ((flags ^ f->flags) & O_ASYNC) heddle_refuses("fcntl with O_ASYNC");
  descriptor_changes(f);
  f->flags = (f->flags & ~kChangeable) | (flags & kChangeable);
}

static void refuse_command(int command) {
  char* text = heddle_world_allocate(60);
  descriptors_print(text, 60, "fcntl with the command %d", command);
  heddle_refuses(text);
}
static int control(int number, int command, long argument) {
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  int result = 0;
  switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      result = argument < 0 || argument >= kMost ? failed(EINVAL) : descriptor_give(f, (int)argument, command != F_DUPFD);
      break;
    case F_GETFD:
      heddle_world_sees(object_of(number), &slots[number].close_on_exec, sizeof slots[number].close_on_exec);
      result = slots[number].close_on_exec ? FD_CLOEXEC : 0;
      break;
    case F_SETFD:
      heddle_world_changes(object_of(number));
      if (slots[number].file == f) slots[number].close_on_exec = (argument & FD_CLOEXEC) != 0;
      break;
    case F_GETFL:
      heddle_world_sees(object_of(number), &f->flags, sizeof f->flags);
      result = f->flags;
      break;
    case F_SETFL:
      set_flags(f, (int)argument);
      break;
    case F_SETLK:
    case F_SETLKW:
    case F_GETLK:
      if (!f->calls->locks) heddle_refuses("fcntl with a lock of what is no file");
      result = f->calls->locks(f, command, (void*)argument);
      break;
    case F_GETPIPE_SZ:
      result = f->kind == kPipe ? (int)(f->in ? f->in : f->out)->room : failed(EBADF);
      break;
    case F_SETPIPE_SZ:
      heddle_refuses("fcntl with F_SETPIPE_SZ");
    default:
      refuse_command(command);
  }
  descriptor_done_by(f, number);
  return result;
}
#define ARGUMENT(type, last)      \
  va_list rest;                   \
  va_start(rest, last);           \
  const type argument = va_arg(rest, type); \
  va_end(rest);
int fcntl(int number, int command, ...) {
  ARGUMENT(long, command)
  return control(number, command, argument);
}
int fcntl64(int number, int command, ...) {
  ARGUMENT(long, command)
  return control(number, command, argument);
}
int __fcntl(int number, int command, ...) {
  ARGUMENT(long, command)
  return control(number, command, argument);
}

int ioctl(int number, unsigned long request, ...) {
  ARGUMENT(void*, request)
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  if (request == FIONBIO) {
    heddle_world_uses(argument, sizeof(int), 0);
    set_flags(f, *(int*)argument ? f->flags | O_NONBLOCK : f->flags & ~O_NONBLOCK);
  } else if (request == FIONREAD && f->kind == kListener) {
    descriptor_done_by(f, number);
    return failed(EINVAL);
  } else if (request == FIONREAD && (f->kind == kPipe || f->kind == kSocket)) {
    const struct channel* c = f->in || f->kind == kSocket ? f->in : f->out;
    if (c) heddle_world_looks(c, &c->can_receive, sizeof c->can_receive);
    const int n = !c ? 0 : c->messages != kDatagrams ? (int)c->held : c->first ? (int)c->first->size : 0;
    heddle_world_uses(argument, sizeof n, 1);
    *(int*)argument = n;
  } else if (f->kind == kEvents || f->kind == kTimer || f->kind == kEpoll || f->kind == kQueue) {
    descriptor_done_by(f, number);
    return failed(ENOTTY);
  } else if (f->kind == kStandard) {
    descriptor_done_by(f, number);
    return failed(ENOTTY);
  } else {
    char* text = heddle_world_allocate(60);
    descriptors_print(text, 60, "ioctl with the request 0x%lx", request);
    heddle_refuses(text);
  }
  descriptor_done_by(f, number);
  return 0;
}

// ---- reading and writing ----

static ssize_t read_open(struct open_file* f, void* to, size_t size) {
  if ((f->flags & O_ACCMODE) == O_WRONLY) return failed(EBADF);
  if (size > SSIZE_MAX) size = SSIZE_MAX;
  return f->calls->read ? f->calls->read(f, to, size) : failed(EINVAL);
}
static ssize_t write_open(struct open_file* f, const void* from, size_t size) {
  if ((f->flags & O_ACCMODE) == O_RDONLY) return failed(EBADF);
  if (size > SSIZE_MAX) size = SSIZE_MAX;
  return f->calls->write ? f->calls->write(f, from, size) : failed(EINVAL);
}

ssize_t read(int number, void* to, size_t size) {
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  const ssize_t n = read_open(f, to, size);
  descriptor_done_by(f, number);
  return n;
}
ssize_t __read(int number, void* to, size_t size) { return read(number, to, size); }
ssize_t __read_chk(int number, void* to, size_t size, size_t room) {
  if (size > room) __builtin_trap();
  return read(number, to, size);
}
ssize_t write(int number, const void* from, size_t size) {
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  const ssize_t n = write_open(f, from, size);
  descriptor_done_by(f, number);
  return n;
}
ssize_t __write(int number, const void* from, size_t size) { return write(number, from, size); }

// As one piece.
static ssize_t total_of(const struct iovec* pieces, int count) {
  if (count < 0 || count > IOV_MAX) return failed(EINVAL);
  heddle_world_uses(pieces, sizeof *pieces * (size_t)count, 0);
  ssize_t total = 0;
  for (int i = 0; i < count; i++)
    if (__builtin_add_overflow(total, (ssize_t)pieces[i].iov_len, &total) || total < 0) return failed(EINVAL);
  return total;
}
ssize_t readv(int number, const struct iovec* pieces, int count) {
  const ssize_t total = total_of(pieces, count);
  if (total < 0) return -1;
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  char* whole = heddle_world_allocate((size_t)total + 1);
  const ssize_t n = total == 0 && (f->flags & O_ACCMODE) != O_WRONLY ? 0 : read_open(f, whole, (size_t)total);
  descriptor_done_by(f, number);
  size_t done = 0;
  for (int i = 0; i < count && n > 0 && done < (size_t)n; i++) {
    const size_t left = (size_t)n - done, part = pieces[i].iov_len < left ? pieces[i].iov_len : left;
    heddle_world_uses(pieces[i].iov_base, part, 1);
    world_copy(pieces[i].iov_base, whole + done, part);
    done += part;
  }
  heddle_world_gives_back(whole);
  return n;
}
ssize_t writev(int number, const struct iovec* pieces, int count) {
  const ssize_t total = total_of(pieces, count);
  if (total < 0) return -1;
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  char* whole = heddle_world_allocate((size_t)total + 1);
  size_t done = 0;
  for (int i = 0; i < count; i++) {
    heddle_world_uses(pieces[i].iov_base, pieces[i].iov_len, 0);
    world_copy(whole + done, pieces[i].iov_base, pieces[i].iov_len);
    done += pieces[i].iov_len;
  }
  const ssize_t n = total == 0 && (f->flags & O_ACCMODE) != O_RDONLY ? 0 : write_open(f, whole, (size_t)total);
  descriptor_done_by(f, number);
  heddle_world_gives_back(whole);
  return n;
}

int isatty(int number) {
  struct open_file* f = descriptor_use(number);
  if (!f) return 0;
  descriptor_done_by(f, number);
  failed(ENOTTY);
  return 0;
}

UNSEEN_END
