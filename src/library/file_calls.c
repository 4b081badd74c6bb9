// System calls on files (files.c has what they work on): open, positions, status. Reading and writing: descriptors.c comes
// here. A call that moves the position in the file is an operation on the open file and on the file itself.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "files.h"

int calls_print(char*, size_t, const char*, ...) HEDDLE_REAL("snprintf");
void* calls_clear(void*, int, size_t) HEDDLE_REAL("memset");

UNSEEN_BEGIN

static struct node* node_of_open(const struct open_file* f) { return (struct node*)f->out; }

// ---- opening ----

static int open_as(int directory, const char* name, int flags, mode_t mode) {
  if ((flags & O_TMPFILE) == O_TMPFILE) heddle_refuses("open with O_TMPFILE");
  struct open_file* f = file_open(directory, name, flags, mode);
  if (!f) return -1;
  f->references++;  // until it has a descriptor
  const int number = descriptor_give(f, 0, flags & O_CLOEXEC);
  descriptor_done(f);
  return number;
}

#define MODE                                  \
  mode_t mode = 0;                            \
  if (flags & O_CREAT) {                      \
    va_list rest;                             \
    va_start(rest, flags);                    \
    mode = (mode_t)va_arg(rest, int);         \
    va_end(rest);                             \
  }
int open(const char* name, int flags, ...) {
  MODE
  return open_as(AT_FDCWD, name, flags, mode);
}
int open64(const char* name, int flags, ...) {
  MODE
  return open_as(AT_FDCWD, name, flags, mode);
}
int openat(int directory, const char* name, int flags, ...) {
  MODE
  return open_as(directory, name, flags, mode);
}
int openat64(int directory, const char* name, int flags, ...) {
  MODE
  return open_as(directory, name, flags, mode);
}
int __open(const char* name, int flags, ...) {
  MODE
  return open_as(AT_FDCWD, name, flags, mode);
}
int __open64(const char* name, int flags, ...) {
  MODE
  return open_as(AT_FDCWD, name, flags, mode);
}
int __open_2(const char* name, int flags) { return open_as(AT_FDCWD, name, flags, 0); }
int __open64_2(const char* name, int flags) { return open_as(AT_FDCWD, name, flags, 0); }
int __openat_2(int directory, const char* name, int flags) { return open_as(directory, name, flags, 0); }
int __openat64_2(int directory, const char* name, int flags) { return open_as(directory, name, flags, 0); }
int creat(const char* name, mode_t mode) { return open_as(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char* name, mode_t mode) { return creat(name, mode); }

// ---- names that nobody has ----

// The first number that makes a name which is not there.
static int make_unique(char* users, int suffix, int flags) {
  const size_t length = heddle_world_text(users);
  if (suffix < 0 || length < 6 + (size_t)suffix) return failed(EINVAL);
  char* place = users + length - 6 - (size_t)suffix;
  if (world_compare(place, "XXXXXX", 6) != 0) return failed(EINVAL);
  for (unsigned i = 0; i < 1000000; i++) {
    char digits[8];
    calls_print(digits, sizeof digits, "%06u", i);
    heddle_world_uses(place, 6, 1);
    world_copy(place, digits, 6);
    const int number = open_as(AT_FDCWD, users, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
    if (number >= 0 || *__errno_location() != EEXIST) return number;
  }
  return failed(EEXIST);
}
int mkstemp(char* name) { return make_unique(name, 0, 0); }
int mkstemp64(char* name) { return make_unique(name, 0, 0); }
int mkostemp(char* name, int flags) { return make_unique(name, 0, flags); }
int mkostemp64(char* name, int flags) { return make_unique(name, 0, flags); }
int mkstemps(char* name, int suffix) { return make_unique(name, suffix, 0); }
int mkstemps64(char* name, int suffix) { return make_unique(name, suffix, 0); }
int mkostemps(char* name, int suffix, int flags) { return make_unique(name, suffix, flags); }
char* mkdtemp(char* users) {
  const size_t length = heddle_world_text(users);
  if (length < 6 || world_compare(users + length - 6, "XXXXXX", 6) != 0) return failed(EINVAL), (char*)0;
  for (unsigned i = 0; i < 1000000; i++) {
    char digits[8];
    calls_print(digits, sizeof digits, "%06u", i);
    heddle_world_uses(users + length - 6, 6, 1);
    world_copy(users + length - 6, digits, 6);
    if (mkdir(users, 0700) == 0) return users;
    if (*__errno_location() != EEXIST) return 0;
  }
  return 0;
}

// ---- contents ----

unsigned heddle_draw(void);

// There is no position, and always more; nobody can see who reads.
static ssize_t device_reads(const struct node* n, char* users, size_t size) {
  heddle_world_uses(users, size, 1);
  for (size_t i = 0; i < size; i++) users[i] = n->device == kRandomDevice ? (char)(heddle_draw() >> 8) : 0;
  return (ssize_t)size;
}

// The bytes that a loop around the call waits to change. On disk they do not: a page that is written comes to life.
static void file_seen(const struct node* n, off_t from, size_t size) {
  const void* object = (const void*)n->object;
  if (size > 64) heddle_world_has_effect();
  for (size_t done = 0; size <= 64 && done < size;) {
    const size_t page = (size_t)(from + (off_t)done) / kPage, offset = (size_t)(from + (off_t)done) % kPage;
    const size_t part = size - done < kPage - offset ? size - done : kPage - offset;
    if (page >= n->page_count)
      heddle_world_sees(object, &n->page_count, sizeof n->page_count);
    else if (!n->pages[page])
      heddle_world_sees(object, &n->pages[page], sizeof n->pages[page]), heddle_world_sees(object, &n->pages, sizeof n->pages);
    else
      heddle_world_sees(object, n->pages[page] + offset, part), heddle_world_sees(object, &n->pages[page], sizeof n->pages[page]);
    done += part;
  }
}

static ssize_t file_reads(struct open_file* f, void* users, size_t size, off_t at) {
  struct node* n = node_of_open(f);
  const int moves = at < 0;
  if (f->kind == kDirectory) return failed(EISDIR);
  if (n->device != kNullDevice) return device_reads(n, users, size);
  if (moves) {
    heddle_world_attempts_read(f, (const void*)n->object);
    heddle_world_sees(f, &f->position, sizeof f->position);
    heddle_world_sees((const void*)n->object, &n->size, sizeof n->size);
  } else {
    heddle_world_looks((const void*)n->object, &n->size, sizeof n->size);
  }
  const off_t from = moves ? f->position : at;
  size_t left = from < n->size ? (size_t)(n->size - from) : 0;
  if (size < left) left = size;
  char small[512];
  char* out = left <= sizeof small ? small : heddle_world_allocate(left);
  const size_t got = file_read(n, from, out, left);
  if (moves && got) heddle_world_has_effect();
  if (moves) f->position += (off_t)got;
  if (!moves) file_seen(n, from, got);
  heddle_world_uses(users, got, 1);
  world_copy(users, out, got);
  if (out != small) heddle_world_gives_back(out);
  return (ssize_t)got;
}

static ssize_t file_writes(struct open_file* f, const void* users, size_t size, off_t at) {
  struct node* n = node_of_open(f);
  const int moves = at < 0;
  heddle_world_uses(users, size, 0);
  char small[512];
  char* data = size <= sizeof small ? small : heddle_world_allocate(size);  // as it is now
  world_copy(data, users, size);
  if (moves)
    heddle_world_writes_file(f, (const void*)n->object);
  else
    heddle_world_changes((const void*)n->object);
  const off_t from = f->flags & O_APPEND ? n->size : moves ? f->position : at;
  if (size != 0) file_write(n, from, data, size);  // nothing makes it no longer
  if (moves) f->position = from + (off_t)size;
  if (data != small) heddle_world_gives_back(data);
  return (ssize_t)size;
}

static ssize_t read_on(struct open_file* f, void* users, size_t size) { return file_reads(f, users, size, -1); }
static ssize_t write_on(struct open_file* f, const void* users, size_t size) {
  return f->kind == kFile ? file_writes(f, users, size, -1) : failed(EBADF);
}
void heddle_world_close_locks(struct open_file*, int process_ends);
void heddle_world_end_locks(struct open_file*);
int heddle_world_control_locks(struct open_file*, int command, void* users);
static void end(struct open_file* f) {
  if (f->locked) heddle_world_end_locks(f);
  if (f->more) heddle_world_frees(f->more);
  file_release(node_of_open(f));
}
const struct calls heddle_world_file_calls = {read_on, write_on, end, heddle_world_close_locks,
                                              heddle_world_control_locks};

ssize_t pread(int number, void* to, size_t size, off_t at) {
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  ssize_t n;
  if (f->kind == kShared)
    n = f->calls->read(f, to, size);
  else if (f->kind != kFile && f->kind != kDirectory)
    n = failed(ESPIPE);
  else if (at < 0)
    n = failed(EINVAL);
  else if ((f->flags & O_ACCMODE) == O_WRONLY)
    n = failed(EBADF);
  else
    n = file_reads(f, to, size, at);
  descriptor_done(f);
  return n;
}
ssize_t pread64(int number, void* to, size_t size, off_t at) { return pread(number, to, size, at); }
ssize_t __pread64(int number, void* to, size_t size, off_t at) { return pread(number, to, size, at); }
ssize_t pwrite(int number, const void* from, size_t size, off_t at) {
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  ssize_t n;
  if (f->kind == kShared)
    n = f->calls->write(f, from, size);
  else if (f->kind != kFile && f->kind != kDirectory)
    n = failed(ESPIPE);
  else if (at < 0)
    n = failed(EINVAL);
  else if ((f->flags & O_ACCMODE) == O_RDONLY)
    n = failed(EBADF);
  else
    n = file_writes(f, from, size, at);
  descriptor_done(f);
  return n;
}
ssize_t pwrite64(int number, const void* from, size_t size, off_t at) { return pwrite(number, from, size, at); }
ssize_t __pwrite64(int number, const void* from, size_t size, off_t at) { return pwrite(number, from, size, at); }

// Only a look: nobody could tell what the position is.
static off_t seek_in_shared(struct open_file* f, off_t offset, int from) {
  if (from != SEEK_SET && from != SEEK_END) heddle_refuses("lseek of shared memory but to SEEK_SET and SEEK_END");
  const off_t base = from == SEEK_END ? (off_t)heddle_world_size_of_shared(f) : 0;
  return base + offset < 0 ? failed(EINVAL) : base + offset;
}
off_t lseek(int number, off_t offset, int from) {
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  off_t result = -1;
  if (f->kind == kShared) {
    result = seek_in_shared(f, offset, from);
  } else if (f->kind != kFile && f->kind != kDirectory) {
    failed(ESPIPE);
  } else {
    if (f->kind == kDirectory && from == SEEK_END) heddle_refuses("lseek to the end of a directory");
    struct node* n = node_of_open(f);
    heddle_world_attempts_read(f, (const void*)n->object);
    heddle_world_has_effect();
    const off_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? f->position : from == SEEK_END ? n->size : -1;
    if (base < 0 || base + offset < 0)
      failed(EINVAL);
    else
      result = f->position = base + offset;
  }
  descriptor_done(f);
  return result;
}
off_t lseek64(int number, off_t offset, int from) { return lseek(number, offset, from); }
off_t __lseek(int number, off_t offset, int from) { return lseek(number, offset, from); }

int ftruncate(int number, off_t size) {
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  int result = 0;
  if (f->kind == kShared && size >= 0 && (f->flags & O_ACCMODE) != O_RDONLY) {
    heddle_world_resize_shared(f, (size_t)size);
  } else if (f->kind != kFile || size < 0 || (f->flags & O_ACCMODE) == O_RDONLY) {
    result = failed(EINVAL);
  } else {
    heddle_world_changes((const void*)node_of_open(f)->object);
    file_cut(node_of_open(f), size);
  }
  descriptor_done(f);
  return result;
}
int ftruncate64(int number, off_t size) { return ftruncate(number, size); }
int truncate(const char* name, off_t size) {
  if (size < 0) return failed(EINVAL);
  struct open_file* f = file_open(AT_FDCWD, name, O_WRONLY, 0);
  if (!f) return -1;
  f->references++;
  heddle_world_changes((const void*)node_of_open(f)->object);
  file_cut(node_of_open(f), size);
  descriptor_done(f);
  return 0;
}
int truncate64(const char* name, off_t size) { return truncate(name, size); }

// Nothing of it is ever on disk.
static int check_open(int number) {
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  const int ok = f->kind == kFile || f->kind == kDirectory || f->kind == kShared;
  descriptor_done(f);
  return ok ? 0 : failed(EINVAL);
}
int fsync(int number) { return check_open(number); }
int fdatasync(int number) { return check_open(number); }
int posix_fadvise(int number, off_t at, off_t size, int advice) {
  (void)at, (void)size, (void)advice;
  return check_open(number) == 0 ? 0 : *__errno_location();
}
int posix_fadvise64(int number, off_t at, off_t size, int advice) { return posix_fadvise(number, at, size, advice); }

// What mmap shows of it; a file that is mapped must not change any more, unless the mapping is a copy anyway (POSIX leaves
// open what a private one shows then).
int heddle_world_maps(int number, int private, off_t from, void* to, size_t size) {
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  int result = 0;
  if (f->kind == kFile && node_of_open(f)->device == kZeroDevice) heddle_refuses("a mapping of /dev/zero");
  if (f->kind != kFile || node_of_open(f)->is_null) {
    result = failed(ENODEV);
  } else if ((f->flags & O_ACCMODE) == O_WRONLY) {
    result = failed(EACCES);
  } else {
    struct node* n = node_of_open(f);
    heddle_world_changes((const void*)n->object);
    n->mapped |= !private;
    file_read(n, from, to, size);
  }
  descriptor_done(f);
  return result;
}

// ---- status ----

// Beside its size, and its names.
static void sees_status(const struct node* n) {
  heddle_world_sees((const void*)n->object, &n->written, sizeof n->written);
  heddle_world_sees((const void*)n->object, &n->mode, sizeof n->mode);
}
static int give_status(const struct stat* found, struct stat* users) {
  heddle_world_uses(users, sizeof *users, 1);
  world_copy(users, found, sizeof *found);
  return 0;
}

// What is at the path, in one operation; the path is given back. An error, or 0.
static int find_status(char* path, int follow, struct node** node, struct stat* found) {
  int slash;
  int error = file_find(&path, follow, kLooksUp, &slash);
  const enum found where = error ? kMissing : file_at(path, node, found);
  if (error) *node = 0;
  if (!error) error = where == kMissing ? ENOENT : where == kNotDirectory ? ENOTDIR : 0;
  heddle_world_gives_back(path);
  return error;
}
static int status_of(int directory, const char* name, struct stat* users, int flags) {
  char* path;
  if ((flags & AT_EMPTY_PATH) && !*name) return fstat(directory, users);
  if (!(path = file_path(directory, name))) return -1;
  struct stat* found = heddle_world_allocate(sizeof *found);
  struct node* node;
  const int error = find_status(path, !(flags & AT_SYMLINK_NOFOLLOW), &node, found);
  if (!error && node) {
    heddle_world_looks((const void*)node->object, &node->size, sizeof node->size);
    sees_status(node);
    file_status(node, found);
  }
  const int result = error ? failed(error) : give_status(found, users);
  heddle_world_gives_back(found);
  return result;
}
int stat(const char* name, struct stat* out) { return status_of(AT_FDCWD, name, out, 0); }
int stat64(const char* name, struct stat64* out) { return stat(name, (struct stat*)out); }
int lstat(const char* name, struct stat* out) { return status_of(AT_FDCWD, name, out, AT_SYMLINK_NOFOLLOW); }
int lstat64(const char* name, struct stat64* out) { return lstat(name, (struct stat*)out); }
int fstatat(int directory, const char* name, struct stat* out, int flags) { return status_of(directory, name, out, flags); }
int fstatat64(int directory, const char* name, struct stat64* out, int flags) {
  return status_of(directory, name, (struct stat*)out, flags);
}
int fstat(int number, struct stat* out) {
  struct open_file* f = descriptor_use(number);
  if (!f) return -1;
  struct stat found;
  calls_clear(&found, 0, sizeof found);
  if (f->kind == kFile || f->kind == kDirectory) {
    struct node* n = node_of_open(f);
    heddle_world_looks_up((const void*)n->object, list_object);  // the number of its names, too
    sees_names();
    heddle_world_sees((const void*)n->object, &n->size, sizeof n->size);
    sees_status(n);
    file_status(n, &found);
  } else if (f->kind == kShared) {
    found.st_size = (off_t)heddle_world_size_of_shared(f);
    found.st_mode = S_IFREG | 0600;
    found.st_blksize = kPage;
    found.st_nlink = 1;
  } else {
    const int is_socket = f->kind == kSocket || f->kind == kListener;  // a set of epoll, a timer ... have no type
    found.st_mode = f->kind == kPipe       ? S_IFIFO | 0600
                    : f->kind == kStandard ? S_IFCHR | 0600
                    : f->kind == kQueue    ? S_IFREG | 0600
                    : is_socket            ? S_IFSOCK | 0777
                                           : 0600;
    found.st_blksize = kPage;
    found.st_nlink = 1;
  }
  give_status(&found, out);
  descriptor_done(f);
  return 0;
}
int fstat64(int number, struct stat64* out) { return fstat(number, (struct stat*)out); }

int faccessat(int directory, const char* name, int mode, int flags) {
  if (mode & ~7) return failed(EINVAL);
  char* path = file_path(directory, name);
  if (!path) return -1;
  int error = file_find(&path, !(flags & AT_SYMLINK_NOFOLLOW), kLooksUp, 0);
  struct stat real;
  struct node* node = 0;
  const enum found where = error ? kMissing : file_at(path, &node, &real);
  if (!error) error = where == kMissing ? ENOENT : where == kNotDirectory ? ENOTDIR : 0;
  if (!error) error = node ? file_access_error(node, mode) : heddle_real_access(path, mode);
  heddle_world_gives_back(path);
  return error ? failed(error) : 0;
}
int access(const char* name, int mode) { return faccessat(AT_FDCWD, name, mode, 0); }
int euidaccess(const char* name, int mode) { return access(name, mode); }

ssize_t readlinkat(int directory, const char* name, char* users, size_t size) {
  if (size == 0) return failed(EINVAL);
  char* path = file_path(directory, name);
  if (!path) return -1;
  int error = file_find(&path, 0, kLooksUp, 0);
  struct stat real;
  struct node* node = 0;
  const enum found where = error ? kMissing : file_at(path, &node, &real);
  if (!error) error = where == kMissing ? ENOENT : where == kNotDirectory ? ENOTDIR : 0;
  if (!error && !S_ISLNK(node ? node->mode : real.st_mode)) error = EINVAL;
  char room[kPath];
  ssize_t length = 0;
  if (!error && node)
    world_copy(room, node->link, (size_t)(length = node->size));
  else if (!error && (length = heddle_real_link(path, room, sizeof room)) < 0)
    error = (int)-length;
  heddle_world_gives_back(path);
  if (error) return failed(error);
  const size_t n = (size_t)length < size ? (size_t)length : size;
  heddle_world_uses(users, n, 1);
  world_copy(users, room, n);
  return (ssize_t)n;
}
ssize_t readlink(const char* name, char* users, size_t size) { return readlinkat(AT_FDCWD, name, users, size); }

UNSEEN_END
