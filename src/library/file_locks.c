// Locks of files: flock, whose owner is an open file, and those of fcntl and lockf, whose owner is a process and which cover
// a range of bytes. All locks of one file are an object, beside its content. Whoever waits has a word that every change of
// those locks keeps up to date (world.h). Taking a lock comes after all who have let go of one on that file: POSIX does not say so,
// every kernel does, and programs keep each other out of shared memory in this way.
//
// fcntl finds deadlocks (EDEADLK): who has to wait says so in an operation on all that wait, and looks there whether somebody
// who is in the way waits, directly or not, for the caller. flock does not.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "files.h"

int locks_print(char*, size_t, const char*, ...) HEDDLE_REAL("snprintf");

enum { kProcesses = 16 };
struct file_lock {
  struct file_lock* next;
  struct open_file* file;  // of flock; NULL: of the process
  int process;
  int exclusive;
  off_t begin, end;  // its bytes; of flock: none
};
struct lock_wait {
  word free;
  struct file_lock wanted;
  struct node* node;
  struct lock_wait* next;
};
#define waits_of heddle_world_lock_waits
struct lock_wait* waits_of[kProcesses] SHARED;  // of each process, for locks of fcntl: the last one
#define waits_object heddle_world_lock_waits_object
char waits_object[16] SHARED;
int heddle_world_locks_ranges;  // this process has asked for a lock of fcntl

UNSEEN_BEGIN

static struct node* node_of_open(const struct open_file* f) { return (struct node*)f->out; }
static const void* object_of(const struct node* n) { return (const void*)(n->object + 0x8000000); }

static int same_owner(const struct file_lock* a, const struct file_lock* b) {
  return a->file == b->file && (a->file || a->process == b->process);
}
static int overlap(const struct file_lock* a, const struct file_lock* b) {
  return a->file ? 1 : a->begin < b->end && b->begin < a->end;
}
// Who is in the way: locks of the two kinds do not notice each other.
static struct file_lock* conflict(const struct node* n, const struct file_lock* wanted) {
  for (struct file_lock* l = n->locks; l; l = l->next)
    if (!l->file == !wanted->file && !same_owner(l, wanted) && overlap(l, wanted) && (l->exclusive || wanted->exclusive))
      return l;
  return 0;
}

static void settle(struct node* n) {
  for (struct lock_wait* w = n->lock_waits; w; w = w->next) w->free = !conflict(n, &w->wanted);
}
static void add(struct node* n, const struct file_lock* wanted) {
  struct file_lock* l = heddle_world_allocate(sizeof *l);
  *l = *wanted;
  l->next = n->locks;
  n->locks = l;
}
// The owner's locks, or the part of them that lies in this range. True: there were some.
static int drop(struct node* n, const struct file_lock* range) {
  int found = 0;
  for (struct file_lock** at = &n->locks; *at;) {
    struct file_lock* l = *at;
    if (!l->file != !range->file || !same_owner(l, range) || !overlap(l, range)) {
      at = &l->next;
      continue;
    }
    found = 1;
    struct file_lock before = *l, after = *l;
    before.end = range->begin;
    after.begin = range->end;
    *at = l->next;
    heddle_world_frees(l);
    if (!range->file && before.begin < before.end) add(n, &before);
    if (!range->file && after.begin < after.end) add(n, &after);
    if (!range->file) at = &n->locks;  // what is left does not overlap
  }
  return found;
}

// In an operation on the locks: nobody is in the way.
static void take(struct node* n, const struct file_lock* wanted) {
  drop(n, wanted);
  add(n, wanted);
  heddle_world_takes_over(object_of(n));
  heddle_world_has_effect();
  settle(n);
}
static void let_go(struct node* n, const struct file_lock* range) {
  if (!drop(n, range)) return;
  heddle_world_hands_over(object_of(n));
  heddle_world_has_effect();
  settle(n);
}

static void name_lock(const struct node* n) {
  const struct entry* e = entries;
  while (e && e->node != n) e = e->next;
  char name[200];
  locks_print(name, sizeof name, "the lock of %.150s", e ? e->path : "a file");
  heddle_world_names(object_of(n), name);
}

// Does somebody who is in the way wait, directly or not, for this process?
static int would_deadlock(const struct node* n, const struct file_lock* wanted) {
  const struct file_lock* in_the_way = conflict(n, wanted);
  for (int steps = 0; in_the_way && steps < kProcesses; steps++) {
    if (in_the_way->process == wanted->process) return 1;
    const struct lock_wait* next = waits_of[in_the_way->process];
    in_the_way = next && !next->free ? conflict(next->node, &next->wanted) : 0;
  }
  return 0;
}

static void wait_for(struct node* n, const struct file_lock* wanted) {
  struct lock_wait* mine = heddle_world_allocate(sizeof *mine);  // not on the stack: its process may end while it waits
  mine->wanted = *wanted;
  mine->node = n;
  mine->next = n->lock_waits;
  n->lock_waits = mine;
  mine->free = !conflict(n, wanted);
  if (!wanted->file) waits_of[wanted->process] = mine;
  heddle_world_receives((void*)object_of(n), &mine->free, 0);
  struct lock_wait** at = &n->lock_waits;
  while (*at != mine) at = &(*at)->next;
  *at = mine->next;
  if (!wanted->file && waits_of[wanted->process] == mine) waits_of[wanted->process] = 0;
  heddle_world_frees(mine);
}

static int acquire(struct node* n, const struct file_lock* wanted, int tries) {
  name_lock(n);
  heddle_world_attempts(object_of(n), &n->locks, sizeof n->locks);
  if (!conflict(n, wanted)) return take(n, wanted), 0;
  for (const struct file_lock* l = n->locks; l; l = l->next) {  // a loop that tries waits until one of them goes
    heddle_world_sees(object_of(n), &l->next, sizeof l->next);
    heddle_world_sees(object_of(n), &l->exclusive, sizeof l->exclusive);
  }
  if (tries) return wanted->file ? EWOULDBLOCK : EAGAIN;
  do {
    if (!wanted->file) {
      heddle_world_changes(waits_object);
      if (would_deadlock(n, wanted)) return EDEADLK;
    }
    wait_for(n, wanted);
  } while (conflict(n, wanted));
  return take(n, wanted), 0;
}

// A lock of the other kind is given up first, as the kernel does.
static void change_kind(struct node* n, const struct file_lock* wanted) {
  heddle_world_attempts(object_of(n), &n->locks, sizeof n->locks);
  for (const struct file_lock* l = n->locks; l; l = l->next)
    if (l->file == wanted->file && l->exclusive != wanted->exclusive) {
      let_go(n, wanted);
      break;
    }
}
int flock(int number, int how) {
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  if (f->kind != kFile && f->kind != kDirectory) heddle_refuses("flock of what is no file");
  struct node* n = node_of_open(f);
  const int kind = how & ~LOCK_NB;
  const struct file_lock mine = {0, f, heddle_world_own_process, kind == LOCK_EX, 0, 0};
  int error = kind == LOCK_SH || kind == LOCK_EX || kind == LOCK_UN ? 0 : EINVAL;
  if (kind == LOCK_UN) {
    name_lock(n);
    heddle_world_attempts(object_of(n), &n->locks, sizeof n->locks);
    let_go(n, &mine);
  } else if (!error) {
    if (f->locked) change_kind(n, &mine);
    f->locked = 1;
    error = acquire(n, &mine, how & LOCK_NB);
  }
  descriptor_done(f);
  return error ? failed(error) : 0;
}

// ---- of fcntl ----

static int range_of(struct open_file* f, short whence, off_t start, off_t length, struct file_lock* out) {
  struct node* n = node_of_open(f);
  off_t base = 0;
  if (whence == SEEK_CUR || whence == SEEK_END) heddle_world_attempts_read(f, (const void*)n->object);
  if (whence == SEEK_CUR) heddle_world_sees(f, &f->position, sizeof f->position), base = f->position;
  if (whence == SEEK_END) heddle_world_sees((const void*)n->object, &n->size, sizeof n->size), base = n->size;
  if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END) return EINVAL;
  out->begin = base + start;
  out->end = length == 0 ? LONG_MAX : out->begin + length;
  if (length < 0) out->end = base + start, out->begin = out->end + length;
  out->file = 0;
  out->next = 0;
  out->process = heddle_world_own_process;
  return out->begin < 0 ? EINVAL : 0;
}

static int tell_conflict(struct node* n, struct file_lock* wanted, struct flock* users) {
  heddle_world_attempts(object_of(n), &n->locks, sizeof n->locks);
  const struct file_lock* l = conflict(n, wanted);
  heddle_world_uses(users, sizeof *users, 1);
  users->l_type = (short)(l ? l->exclusive ? F_WRLCK : F_RDLCK : F_UNLCK);
  if (!l) return 0;
  users->l_whence = SEEK_SET;
  users->l_start = l->begin;
  users->l_len = l->end == LONG_MAX ? 0 : l->end - l->begin;
  users->l_pid = getpid() - heddle_world_own_process + l->process;
  return 0;
}

static int set_range(struct open_file* f, int command, struct flock* users) {
  heddle_world_uses(users, sizeof *users, 0);
  struct file_lock wanted;
  const int error = range_of(f, users->l_whence, users->l_start, users->l_len, &wanted);
  if (error) return error;
  struct node* n = node_of_open(f);
  wanted.exclusive = users->l_type == F_WRLCK;
  heddle_world_locks_ranges = 1;
  name_lock(n);
  if (command == F_GETLK) return users->l_type == F_UNLCK ? EINVAL : tell_conflict(n, &wanted, users);
  if (users->l_type == F_WRLCK && (f->flags & O_ACCMODE) == O_RDONLY) return EBADF;
  if (users->l_type == F_RDLCK && (f->flags & O_ACCMODE) == O_WRONLY) return EBADF;
  if (users->l_type == F_UNLCK) {
    heddle_world_attempts(object_of(n), &n->locks, sizeof n->locks);
    return let_go(n, &wanted), 0;
  }
  return users->l_type == F_RDLCK || users->l_type == F_WRLCK ? acquire(n, &wanted, command == F_SETLK) : EINVAL;
}
// fcntl with one of its commands for locks.
int heddle_world_control_locks(struct open_file* f, int command, void* users) {
  const int error = set_range(f, command, users);
  return error ? failed(error) : 0;
}

// Not a variable of this function: fcntl looks whether what it is given may be touched, and on the stack a local of the
// program may have lived there before.
int lockf(int number, int command, off_t length) {
  if (command != F_LOCK && command != F_TLOCK && command != F_ULOCK && command != F_TEST) return failed(EINVAL);
  struct flock* l = heddle_world_allocate(sizeof *l);
  *l = (struct flock){command == F_ULOCK ? F_UNLCK : F_WRLCK, SEEK_CUR, 0, length, 0};
  const int result = fcntl(number, command == F_LOCK ? F_SETLKW : command == F_TEST ? F_GETLK : F_SETLK, l);
  const int is_free = l->l_type == F_UNLCK;
  heddle_world_gives_back(l);
  return result != 0 || command != F_TEST || is_free ? result : failed(EACCES);
}
int lockf64(int number, int command, off_t length) { return lockf(number, command, length); }

// What waits in a process that ends.
static void forget_waits(struct node* n) {
  const int process = heddle_world_own_process;
  for (struct lock_wait** at = &n->lock_waits; *at;)
    if ((*at)->wanted.process == process)
      *at = (*at)->next;
    else
      at = &(*at)->next;
  waits_of[process] = 0;
}
// A descriptor of the file is closed: the process has no locks of its bytes any more, whichever descriptor they came by.
void heddle_world_close_locks(struct open_file* f, int process_ends) {
  struct node* n = node_of_open(f);
  if (process_ends) forget_waits(n);
  if (!heddle_world_locks_ranges || f->kind != kFile) return;
  const struct file_lock all = {0, 0, heddle_world_own_process, 0, 0, LONG_MAX};
  heddle_world_attempts(object_of(n), &n->locks, sizeof n->locks);
  let_go(n, &all);
}
// The open file is gone.
void heddle_world_end_locks(struct open_file* f) {
  struct node* n = node_of_open(f);
  const struct file_lock mine = {0, f, 0, 0, 0, 0};
  heddle_world_changes(object_of(n));
  let_go(n, &mine);
}

UNSEEN_END
