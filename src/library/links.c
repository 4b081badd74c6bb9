// Links, permissions and times of files: what a program may change about a file beside its content.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#include "files.h"

UNSEEN_BEGIN

// ---- symbolic and hard links ----

int symlinkat(const char* target, int directory, const char* users) {
  const size_t length = heddle_world_text(target);
  if (length == 0) return failed(ENOENT);
  if (length >= kPath) return failed(ENAMETOOLONG);
  char* path = file_path(directory, users);
  if (!path) return -1;
  int slash, error = file_find(&path, kNameItself, kChangesNames, &slash);
  struct node* node;
  struct stat real;
  const enum found found = file_at(path, &node, &real);
  if (!error) error = found == kNotDirectory ? ENOTDIR : found != kMissing ? EEXIST : file_parent_error(path);
  if (!error && slash) error = ENOENT;
  if (!error) {
    struct node* n = file_make(path, S_IFLNK | 0777);
    n->link = world_copy(heddle_world_allocate(length + 1), target, length + 1);
    n->size = (off_t)length;
    file_put(path, n);
    names_changed();
  }
  heddle_world_gives_back(path);
  return error ? failed(error) : 0;
}
int symlink(const char* target, const char* users) { return symlinkat(target, AT_FDCWD, users); }

// -1: errno says why.
static int link_paths(char** from, int to_directory, const char* to_users, char** to, int follow) {
  int slash, error = file_find(from, follow, kChangesNames, 0);
  struct node *node, *other;
  struct stat real, ignored;
  enum found found = error ? kMissing : file_at(*from, &node, &real);
  if (!error) error = found == kMissing ? ENOENT : found == kNotDirectory ? ENOTDIR : 0;
  if (error) return error;
  if (!(*to = file_path(to_directory, to_users))) return -1;
  error = file_find(to, kNameItself, kChangesNames, &slash);
  if (error) return error;
  found = file_at(*from, &node, &real);  // as it is after the second operation
  if (found != kOnDisk && found != kInOverlay) return found == kMissing ? ENOENT : ENOTDIR;
  const enum found there = file_at(*to, &other, &ignored);
  if (there != kMissing) return there == kNotDirectory ? ENOTDIR : EEXIST;
  error = file_parent_error(*to);
  if (!error && slash) error = ENOENT;
  if (!error && S_ISDIR(node ? node->mode : real.st_mode)) error = EPERM;
  if (error) return error;
  node = file_node(*from, node, &real);
  const long written = node->written;
  node->references++;
  node->links++;
  file_put(*to, node);
  node->written = written;
  names_changed();
  return 0;
}
int linkat(int from_directory, const char* from_users, int to_directory, const char* to_users, int flags) {
  if (flags & ~AT_SYMLINK_FOLLOW) return failed(EINVAL);
  char* from = file_path(from_directory, from_users);
  if (!from) return -1;
  char* to = 0;
  const int error = link_paths(&from, to_directory, to_users, &to, (flags & AT_SYMLINK_FOLLOW) != 0);
  if (to) heddle_world_gives_back(to);
  heddle_world_gives_back(from);
  return error > 0 ? failed(error) : error;
}
int link(const char* from, const char* to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

// ---- permissions and times ----

// The node at a path, to be changed in the operation that found it; NULL and an error.
static struct node* node_at(int directory, const char* users, int follow) {
  char* path = file_path(directory, users);
  if (!path) return 0;
  int error = file_find(&path, follow, kChangesNames, 0);
  struct node* node = 0;
  struct stat real;
  const enum found found = error ? kMissing : file_at(path, &node, &real);
  if (!error) error = found == kMissing ? ENOENT : found == kNotDirectory ? ENOTDIR : 0;
  if (!error) node = file_node(path, node, &real);
  heddle_world_gives_back(path);
  if (error) return failed(error), (struct node*)0;
  heddle_world_changes((const void*)node->object);
  return node;
}
// Of a descriptor.
static struct node* node_of_number(int number, struct open_file** f) {
  if (!(*f = descriptor_use(number))) return 0;
  if ((*f)->kind != kFile && (*f)->kind != kDirectory) heddle_refuses("permissions or times of what is no file");
  struct node* n = (struct node*)(*f)->out;
  heddle_world_changes((const void*)n->object);
  return n;
}

static int set_mode(struct node* n, mode_t mode) {
  n->mode = (n->mode & S_IFMT) | (mode & 07777);
  n->changed = 1;
  names_changed();
  return 0;
}
int fchmodat(int directory, const char* users, mode_t mode, int flags) {
  if (flags & ~AT_SYMLINK_NOFOLLOW) return failed(EINVAL);
  struct node* n = node_at(directory, users, !(flags & AT_SYMLINK_NOFOLLOW));
  if (n && S_ISLNK(n->mode)) return failed(EOPNOTSUPP);
  return n ? set_mode(n, mode) : -1;
}
int chmod(const char* users, mode_t mode) { return fchmodat(AT_FDCWD, users, mode, 0); }
int fchmod(int number, mode_t mode) {
  struct open_file* f;
  struct node* n = node_of_number(number, &f);
  if (!n) return -1;
  set_mode(n, mode);
  descriptor_done(f);
  return 0;
}
mode_t umask(mode_t mode) {
  heddle_world_changes_names(structure_object, list_object);
  heddle_world_has_effect();
  const mode_t old = heddle_world_umask;
  heddle_world_umask = mode & 0777;
  return old;
}

static int is_time(const struct timespec* t) {
  return (t->tv_nsec >= 0 && t->tv_nsec < 1000000000) || t->tv_nsec == UTIME_NOW || t->tv_nsec == UTIME_OMIT;
}
static int set_time(struct node* n, const struct timespec times[2]) {
  if (times && times[1].tv_nsec == UTIME_OMIT) return 0;
  n->changed = 1;
  n->written = !times || times[1].tv_nsec == UTIME_NOW ? heddle_world_time()
                                                       : times[1].tv_sec * 1000 + times[1].tv_nsec / 1000000;
  if (n->written == 0) n->written = 1;
  return 0;
}
int utimensat(int directory, const char* users, const struct timespec times[2], int flags) {
  if (times) heddle_world_uses(times, 2 * sizeof *times, 0);
  if (times && (!is_time(&times[0]) || !is_time(&times[1]))) return failed(EINVAL);
  struct node* n = node_at(directory, users, !(flags & AT_SYMLINK_NOFOLLOW));
  return n ? set_time(n, times) : -1;
}
int futimens(int number, const struct timespec times[2]) {
  struct open_file* f;
  if (times) heddle_world_uses(times, 2 * sizeof *times, 0);
  if (times && (!is_time(&times[0]) || !is_time(&times[1]))) return failed(EINVAL);
  struct node* n = node_of_number(number, &f);
  if (!n) return -1;
  set_time(n, times);
  descriptor_done(f);
  return 0;
}
int utimes(const char* users, const struct timeval given[2]) {
  struct timespec times[2];
  if (given) {
    heddle_world_uses(given, 2 * sizeof *given, 0);
    for (int i = 0; i < 2; i++) times[i].tv_sec = given[i].tv_sec, times[i].tv_nsec = given[i].tv_usec * 1000;
  }
  struct node* n = node_at(AT_FDCWD, users, 1);
  return n ? set_time(n, given ? times : 0) : -1;
}
int utime(const char* users, const struct utimbuf* given) {
  struct timespec times[2] = {{0, 0}, {0, 0}};
  if (given) {
    heddle_world_uses(given, sizeof *given, 0);
    times[1].tv_sec = given->modtime;
  }
  struct node* n = node_at(AT_FDCWD, users, 1);
  return n ? set_time(n, given ? times : 0) : -1;
}

UNSEEN_END
