// The files of the overlay: names, nodes and their contents (files.h). Looking for a name is an operation on all names,
// and so is every change of one; content has an object for each file.
#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

int files_strcmp(const char*, const char*) HEDDLE_REAL("strcmp");
int files_strncmp(const char*, const char*, size_t) HEDDLE_REAL("strncmp");
void* files_clear(void*, int, size_t) HEDDLE_REAL("memset");
uid_t files_geteuid(void) HEDDLE_REAL("geteuid");

struct entry* entries SHARED;
mode_t heddle_world_umask = 022;

UNSEEN_BEGIN

// ---- paths ----

static char* copy_of(const char* text) {
  const size_t n = world_length(text) + 1;
  return world_copy(heddle_world_allocate(n), text, n);
}

static int begins(const char* path, const char* with) { return files_strncmp(path, with, world_length(with)) == 0; }

// Those that have no state which others could see or which would have to be brought back. -1: no such one.
int file_device_at(const char* path) {
  if (files_strcmp(path, "/dev/null") == 0) return kNullDevice;
  if (files_strcmp(path, "/dev/zero") == 0) return kZeroDevice;
  if (files_strcmp(path, "/dev/random") == 0 || files_strcmp(path, "/dev/urandom") == 0) return kRandomDevice;
  return -1;
}

int file_path_to(const char* text, char* out) {
  char whole[kPath];
  size_t n = world_length(text);
  world_copy(whole, text, n + 1);
  while (n > 1 && whole[n - 1] == '/') whole[--n] = 0;
  while (n > 0 && whole[n - 1] != '/') n--;
  const char* last = whole + n;
  if (last[0] == 0 || files_strcmp(last, ".") == 0 || files_strcmp(last, "..") == 0) return heddle_real_path(whole, out);
  char up[kPath];
  world_copy(up, n ? whole : ".", n ? n : 1);
  up[n ? n : 1] = 0;
  const int error = heddle_real_path(up, out);
  const size_t length = error ? 0 : world_length(out), rest = world_length(last) + 1;
  if (error || length + rest + 1 > kPath) return error ? error : ENAMETOOLONG;
  const size_t slash = length > 1;  // not after the root
  if (slash) out[length] = '/';
  world_copy(out + length + slash, last, rest);
  return 0;
}

// ---- names ----

static struct entry* entry_of(const char* path) {
  for (struct entry* e = entries; e; e = e->next)
    if (files_strcmp(e->path, path) == 0) return e;
  return 0;
}

// Is it below something that the program has removed, made anew or put a file in the place of?
static enum found above(const char* path) {
  char up[kPath];  // on the stack: what a thread allocates must not depend on what others have opened
  world_copy(up, path, world_length(path) + 1);
  enum found found = kOnDisk;
  for (size_t n = world_length(up); n > 1 && found == kOnDisk;) {
    while (n > 1 && up[n - 1] != '/') n--;
    up[n > 1 ? n - 1 : 1] = 0;
    n--;
    const struct entry* e = entry_of(up);
    if (!e) continue;
    if (!e->node)
      found = kMissing;
    else if (!S_ISDIR(e->node->mode))
      found = kNotDirectory;
    else if (!e->node->real)
      found = kMissing;
  }
  return found;
}

enum found file_at(const char* path, struct node** node, struct stat* real) {
  const struct entry* e = entry_of(path);
  if (node) *node = e ? e->node : 0;
  if (e) return e->node ? kInOverlay : kMissing;
  if (begins(path, "/proc/")) {
    heddle_notices_process_files();
    return kMissing;
  }
  const enum found found = above(path);
  if (found != kOnDisk) return found;
  // Of these nobody can say that another process changes them.
  if (files_strcmp(path, "/") != 0 && files_strcmp(path, "/proc") != 0) heddle_notices_files();
  const int error = heddle_real_status(path, real, 0);
  return error == 0 ? kOnDisk : error == ENOTDIR ? kNotDirectory : kMissing;
}

static unsigned long object_of(const char* path) {
  unsigned long h = 14695981039346656037ul;
  for (; *path; path++) h = (h ^ (unsigned char)*path) * 1099511628211ul;
  return FILE_OBJECT + 16 * (1 + h % 0x3fffff);
}

// The name, not what is there.
static unsigned long name_object(const char* path) { return object_of(path) + 0x4000000; }
void look_up(const char* path) {
  heddle_world_names((const void*)name_object(path), path);
  heddle_world_looks_up((const void*)name_object(path), structure_object);
  sees_names();
}

// Not a count: what was undone has not changed.
static unsigned long mixed(unsigned long h, unsigned long value) { return (h ^ value) * 1099511628211ul; }
static unsigned long state_of(const struct entry* e) {
  unsigned long h = 14695981039346656037ul;
  if (e->node && !e->node->changed) return 0;  // as on disk
  for (const char* c = e->path; *c; c++) h = mixed(h, (unsigned char)*c);
  if (!e->node) return h;
  h = mixed(mixed(h, e->node->mode), e->node->object);
  for (const char* c = e->node->link; c && *c; c++) h = mixed(h, (unsigned char)*c);
  return mixed(h, h >> 29);
}
void sees_names(void) { heddle_world_sees(list_object, list_object, 2 * sizeof *list_object); }
void names_changed(void) {
  unsigned long all = 0;
  for (const struct entry* e = entries; e; e = e->next) all += state_of(e);
  list_object[0] = all;
  heddle_world_has_effect();
}

void change_name(const char* path) {
  heddle_world_names((const void*)name_object(path), path);
  heddle_world_changes_name((const void*)name_object(path), list_object);
  sees_names();
}

static void insert(struct entry* e) {
  heddle_world_overlay(&entries);
  struct entry** at = &entries;
  while (*at && files_strcmp((*at)->path, e->path) < 0) at = &(*at)->next;
  e->next = *at;
  *at = e;
}
static void take_out(struct entry* e) {
  struct entry** at = &entries;
  while (*at != e) at = &(*at)->next;
  *at = e->next;
  heddle_world_frees(e->path);
  heddle_world_frees(e);
}

static void free_pages(struct node* n, size_t from) {
  for (size_t i = from; i < n->page_count; i++)
    if (n->pages[i]) {
      heddle_world_frees(n->pages[i]);
      n->pages[i] = 0;
    }
}
void file_release(struct node* n) {
  if (--n->references > 1 || (n->references == 1 && n->changed)) return;
  if (n->references == 1)  // as it is on disk: its name alone need not be kept
    for (struct entry* e = entries; e; e = e->next)
      if (e->node == n) {
        take_out(e);
        n->references = 0;
        break;
      }
  if (n->references != 0) return;
  free_pages(n, 0);
  if (n->link) heddle_world_frees(n->link);
  if (n->pages) heddle_world_frees(n->pages);
  if (n->real) heddle_world_frees(n->real);
  heddle_world_frees(n);
}

static struct node* node_of(const char* path, mode_t mode) {
  struct node* n = heddle_world_allocate(sizeof *n);
  n->mode = mode;
  n->object = object_of(path);
  n->references = 1;
  heddle_world_names((const void*)n->object, path);
  return n;
}
struct node* file_make(const char* path, mode_t mode) { return node_of(path, mode); }
static struct entry* entry_for(const char* path, struct node* n) {
  struct entry* e = heddle_world_allocate(sizeof *e);
  e->path = copy_of(path);
  e->node = n;
  insert(e);
  return e;
}

// ---- contents ----

size_t file_read(struct node* n, off_t from, char* to, size_t size) {
  if (from >= n->size) return 0;
  if ((off_t)size > n->size - from) size = (size_t)(n->size - from);
  for (size_t done = 0; done < size;) {
    const off_t at = from + (off_t)done;
    const size_t page = (size_t)at / kPage, offset = (size_t)at % kPage;
    const size_t part = size - done < kPage - offset ? size - done : kPage - offset;
    if (page < n->page_count && n->pages[page]) {
      world_copy(to + done, n->pages[page] + offset, part);
    } else {
      size_t there = 0;
      if (n->real && at < n->real_size) {
        there = (size_t)(n->real_size - at) < part ? (size_t)(n->real_size - at) : part;
        there = heddle_real_content(n->real, at, to + done, there);
      }
      files_clear(to + done + there, 0, part - there);
    }
    done += part;
  }
  return size;
}

static char* page_for_writing(struct node* n, size_t page) {
  if (page >= n->page_count) {
    size_t count = n->page_count ? n->page_count : 4;
    while (count <= page) count *= 2;
    char** more = heddle_world_allocate(sizeof *more * count);
    if (n->pages) {
      world_copy(more, n->pages, sizeof *more * n->page_count);
      heddle_world_frees(n->pages);
    }
    n->pages = more;
    n->page_count = count;
  }
  if (!n->pages[page]) {
    char* fresh = heddle_world_allocate(kPage);
    const off_t at = (off_t)page * kPage;
    if (n->real && at < n->real_size)
      heddle_real_content(n->real, at, fresh, (size_t)(n->real_size - at) < kPage ? (size_t)(n->real_size - at) : kPage);
    n->pages[page] = fresh;
  }
  return n->pages[page];
}

void file_write(struct node* n, off_t at, const char* from, size_t size) {
  if (n->is_null) return;
  if (n->mapped) heddle_refuses("a change of a file that is mapped (mmap)");
  n->changed = 1;
  n->written = heddle_world_time();
  for (size_t done = 0; done < size;) {
    const size_t page = (size_t)(at + (off_t)done) / kPage, offset = (size_t)(at + (off_t)done) % kPage;
    const size_t part = size - done < kPage - offset ? size - done : kPage - offset;
    world_copy(page_for_writing(n, page) + offset, from + done, part);
    done += part;
  }
  if (at + (off_t)size > n->size) n->size = at + (off_t)size;
}

void file_cut(struct node* n, off_t size) {
  if (n->is_null || size == n->size) return;
  if (n->mapped) heddle_refuses("a change of a file that is mapped (mmap)");
  n->changed = 1;
  n->written = heddle_world_time();
  if (size < n->size) {
    const size_t page = (size_t)size / kPage, offset = (size_t)size % kPage;
    if (page < n->page_count && n->pages[page] && offset) files_clear(n->pages[page] + offset, 0, kPage - offset);
    free_pages(n, page + (offset != 0));
    if (n->real_size > size) n->real_size = size;
  }
  n->size = size;
}

void file_status(const struct node* n, struct stat* out) {
  if (!n->changed && n->real && heddle_real_status(n->real, out, 1) == 0) return;
  files_clear(out, 0, sizeof *out);
  if (n->real) heddle_real_status(n->real, out, 1);
  out->st_ino = n->real ? out->st_ino : n->object;
  out->st_nlink = n->gone ? 0 : S_ISDIR(n->mode) ? 2 : 1 + n->links;
  out->st_mode = n->mode;
  out->st_size = n->size;
  out->st_blksize = kPage;
  out->st_blocks = (n->size + 511) / 512;
  if (n->written) {
    out->st_mtim.tv_sec = out->st_ctim.tv_sec = n->written / 1000;
    out->st_mtim.tv_nsec = out->st_ctim.tv_nsec = n->written % 1000 * 1000000;
    if (!n->real) out->st_atim = out->st_mtim;
  }
}

// ---- opening ----

static void be_what_is_on_disk(struct node* n, const char* path, const struct stat* real) {
  n->mode = real->st_mode;
  n->real_size = n->size = S_ISREG(real->st_mode) ? real->st_size : 0;
  const int device = file_device_at(path);
  if (device >= 0) {
    n->is_null = 1;
    n->device = (unsigned)device;
    n->mode = S_IFREG | 0666;
    n->real_size = n->size = 0;
  }
}

static int check_kind(const struct stat* s, const char* path) {
  if (S_ISREG(s->st_mode) || S_ISDIR(s->st_mode) || file_device_at(path) >= 0) return 0;
  heddle_refuses("a file that is neither regular nor a directory (device, pipe or socket on disk)");
}

int file_parent_error(const char* path) {
  char up[kPath];
  world_copy(up, path, world_length(path) + 1);
  size_t n = world_length(up);
  while (n > 1 && up[n - 1] != '/') n--;
  up[n > 1 ? n - 1 : 1] = 0;
  struct node* node;
  struct stat real;
  const enum found found = file_at(up, &node, &real);
  int error = found == kMissing ? ENOENT : found == kNotDirectory ? ENOTDIR : 0;
  if (!error && !S_ISDIR(node ? node->mode : real.st_mode)) error = ENOTDIR;
  if (!error && !node) error = heddle_real_access(up, W_OK | X_OK);
  return error;
}

static int may_not(mode_t mode, int wanted) {
  if (files_geteuid() == 0) return (wanted & X_OK) && !S_ISDIR(mode) && !(mode & 0111) ? EACCES : 0;
  return (wanted & ~(int)(mode >> 6)) & 7 ? EACCES : 0;
}
int file_access_error(const struct node* n, int wanted) { return may_not(n->mode, wanted); }

static int open_error(const char* path, enum found found, const struct node* node, const struct stat* real, int flags) {
  const int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC);  // Linux: also of a file opened for reading
  if (found == kNotDirectory) return ENOTDIR;
  if (found == kMissing) return flags & O_CREAT ? file_parent_error(path) : ENOENT;
  if ((flags & O_CREAT) && (flags & O_EXCL)) return EEXIST;
  const mode_t mode = node ? node->mode : real->st_mode;
  if (S_ISLNK(mode)) return flags & O_DIRECTORY ? ENOTDIR : ELOOP;  // with O_NOFOLLOW
  if (!node) check_kind(real, path);
  if (S_ISDIR(mode)) return writes || (flags & O_CREAT) ? EISDIR : 0;
  if (flags & O_DIRECTORY) return ENOTDIR;
  if (node) return may_not(node->mode, ((flags & O_ACCMODE) != O_WRONLY ? R_OK : 0) | (writes ? W_OK : 0));
  if (writes && real->st_nlink > 1) heddle_refuses("writing to a file that has several names on disk (hard links)");
  if ((flags & O_ACCMODE) != O_WRONLY && heddle_real_access(path, R_OK)) return EACCES;
  return writes && heddle_real_access(path, W_OK) ? EACCES : 0;
}

// An open file at this path; the path is given back.
static struct open_file* open_path(char* path, int flags, mode_t mode) {
  struct open_file* f = descriptor_make(kFile, &heddle_world_file_calls, flags & (O_ACCMODE | O_APPEND | O_NONBLOCK));
  int slash;
  const int exclusive = (flags & O_CREAT) && (flags & O_EXCL), follow = !exclusive && !(flags & O_NOFOLLOW);
  const int makes_directory = (flags & O_CREAT) && path[world_length(path) - 1] == '/';
  int error = file_find(&path, makes_directory ? kNameItself : follow, flags & O_CREAT ? kChangesName : kLooksUp, &slash);
  struct node* node;
  struct stat real;
  const enum found found = file_at(path, &node, &real);
  // What this thread allocates must not depend on whether others have opened the file already: of one that the program has
  // made itself the operation tells, of one on disk it does not.
  const int own = found == kInOverlay && !node->real;
  struct node* fresh = own ? 0 : node_of(path, S_IFREG | (mode & 07777 & ~heddle_world_umask));
  if (fresh) fresh->real = copy_of(path);
  struct entry* e = own ? 0 : heddle_world_allocate(sizeof *e);
  if (e) e->path = copy_of(path);
  if (!error && slash == kSlash && (flags & O_CREAT)) error = EISDIR;
  if (!error) error = open_error(path, found, node, &real, flags);
  if (error == 0 && !node) {
    struct entry* old = entry_of(path);  // it was removed
    if (found == kOnDisk) {
      be_what_is_on_disk(fresh, path, &real);
    } else {
      heddle_world_frees(fresh->real);
      fresh->real = 0;
      fresh->changed = 1;
      fresh->written = heddle_world_time();
    }
    if (old) {
      old->node = fresh;
    } else {
      e->node = fresh;
      insert(e);
      e = 0;
    }
    node = fresh;
    fresh = 0;
    if (node->changed) names_changed();
  }
  if (error == 0) {
    node->references++;
    if (S_ISDIR(node->mode)) f->kind = kDirectory;
    f->out = (struct channel*)node;
    f->more = S_ISDIR(node->mode) ? copy_of(path) : 0;
    if ((flags & O_TRUNC) && S_ISREG(node->mode)) {
      heddle_world_changes((const void*)node->object);  // as the kernel does, after it was found
      file_cut(node, 0);
    }
  } else {
    heddle_world_gives_back(f);
    f = 0;
  }
  void (*done)(void*) = error ? heddle_world_gives_back : heddle_world_frees;  // who came first would give back less
  if (fresh) {
    if (fresh->real) done(fresh->real);
    done(fresh);
  }
  if (e) {
    done(e->path);
    done(e);
  }
  heddle_world_gives_back(path);
  if (error) failed(error);
  return f;
}

struct open_file* file_open(int directory, const char* users, int flags, mode_t mode) {
  char* path = file_path(directory, users);
  return path ? open_path(path, flags, mode) : 0;
}

// ---- changes of names ----

// `gone`: it has no other name.
static void remove_name(const char* path, struct node* node, int on_disk, int gone) {
  struct entry* e = entry_of(path);
  if (on_disk) {
    if (!e) e = entry_for(path, 0);
    e->node = 0;
  } else if (e) {
    take_out(e);
  }
  if (node) {
    node->gone = gone;
    node->changed = 1;  // its name is not that of what is on disk
    file_release(node);
  }
}
static int is_on_disk(const char* path) {
  struct stat s;
  return !begins(path, "/proc/") && heddle_real_status(path, &s, 0) == 0;
}

static int is_empty(const char* path) {
  const size_t n = world_length(path);
  for (struct entry* e = entries; e; e = e->next)
    if (e->node && files_strncmp(e->path, path, n) == 0 && e->path[n] == '/') return 0;
  struct entry* own = entry_of(path);
  if (own && own->node && !own->node->real) return 1;
  char below[kPath + 258];
  unsigned char type;
  int empty = 1;
  world_copy(below, path, n);
  below[n] = '/';
  for (size_t i = 0; empty && heddle_real_name(path, i, below + n + 1, &type); i++) {
    const struct entry* e = entry_of(below);
    empty = e && !e->node;
  }
  return empty;
}

static int remove_path(char* path, int directory, int either) {
  int slash;
  int error = file_find(&path, kNameItself, directory || either ? kChangesNames : kChangesName, &slash);
  struct node* node;
  struct stat real;
  const enum found found = file_at(path, &node, &real);
  if (!error) error = found == kMissing ? ENOENT : found == kNotDirectory ? ENOTDIR : 0;
  if (!error && (directory || either) && slash >= kDot) error = slash == kDot ? EINVAL : ENOTEMPTY;
  const mode_t mode = error ? 0 : node ? node->mode : real.st_mode;
  if (!error && slash && !S_ISDIR(mode)) error = ENOTDIR;
  if (!error && !either && S_ISDIR(mode) != directory) error = directory ? ENOTDIR : EISDIR;
  if (!error && S_ISDIR(mode) && !is_empty(path)) error = ENOTEMPTY;
  if (!error && is_on_disk(path)) error = file_parent_error(path);
  if (!error) {
    const int last = node && node->links == 0;
    if (node && node->links) node->links--;
    remove_name(path, node, is_on_disk(path), last);
    names_changed();
  }
  heddle_world_gives_back(path);
  return error ? failed(error) : 0;
}
int unlink(const char* users) {
  char* path = file_path(AT_FDCWD, users);
  return path ? remove_path(path, 0, 0) : -1;
}
int rmdir(const char* users) {
  char* path = file_path(AT_FDCWD, users);
  return path ? remove_path(path, 1, 0) : -1;
}
int remove(const char* users) {
  char* path = file_path(AT_FDCWD, users);
  return path ? remove_path(path, 0, 1) : -1;
}
int unlinkat(int directory, const char* users, int flags) {
  char* path = file_path(directory, users);
  return path ? remove_path(path, (flags & AT_REMOVEDIR) != 0, 0) : -1;
}

void file_put(const char* path, struct node* n) {
  struct entry* old = entry_of(path);
  n->changed = 1;
  n->written = heddle_world_time();
  if (old)
    old->node = n;
  else
    entry_for(path, n);
}
int mkdirat(int directory, const char* users, mode_t mode) {
  char* path = file_path(directory, users);
  if (!path) return -1;
  int error = file_find(&path, kNameItself, kChangesNames, 0);
  struct node* node;
  struct stat real;
  const enum found found = file_at(path, &node, &real);
  if (!error) error = found == kNotDirectory ? ENOTDIR : found != kMissing ? EEXIST : file_parent_error(path);
  if (!error) file_put(path, node_of(path, S_IFDIR | (mode & 01777 & ~heddle_world_umask)));
  if (!error) names_changed();
  heddle_world_gives_back(path);
  return error ? failed(error) : 0;
}
int mkdir(const char* users, mode_t mode) { return mkdirat(AT_FDCWD, users, mode); }

// What lies below a directory of the program's own goes with it.
static void move_below(const char* from, const char* to) {
  const size_t n = world_length(from), m = world_length(to);
  struct entry* moved = 0;
  for (struct entry** at = &entries; *at;) {
    struct entry* e = *at;
    if (files_strncmp(e->path, from, n) != 0 || e->path[n] != '/') {
      at = &e->next;
      continue;
    }
    *at = e->next;
    const size_t rest = world_length(e->path + n) + 1;
    char* path = heddle_world_allocate(m + rest);
    world_copy(path, to, m);
    world_copy(path + m, e->path + n, rest);
    heddle_world_frees(e->path);
    e->path = path;
    e->next = moved;
    moved = e;
  }
  while (moved) {
    struct entry* next = moved->next;
    insert(moved);
    moved = next;
  }
}

struct node* file_node(const char* path, struct node* node, const struct stat* real) {
  if (node) return node;
  if (!S_ISREG(real->st_mode) && !S_ISDIR(real->st_mode)) heddle_refuses("a change of a file on disk that is neither regular nor a directory");
  node = node_of(path, real->st_mode);
  node->real = copy_of(path);
  be_what_is_on_disk(node, path, real);
  entry_for(path, node);
  return node;
}

static int rename_error(const char* from, const char* to, mode_t mode) {
  struct node* other;
  struct stat real_other;
  const enum found found = file_at(to, &other, &real_other);
  const int directory = S_ISDIR(mode);
  if (found == kNotDirectory) return ENOTDIR;
  if (directory && begins(to, from) && to[world_length(from)] == '/') return EINVAL;
  if (found == kMissing) return file_parent_error(to);
  const int other_directory = S_ISDIR(other ? other->mode : real_other.st_mode);
  if (other_directory && begins(from, to) && from[world_length(to)] == '/') return ENOTEMPTY;
  if (directory && !other_directory) return ENOTDIR;
  if (!directory && other_directory) return EISDIR;
  return other_directory && !is_empty(to) ? ENOTEMPTY : 0;
}

// Both names are known, in one operation.
static int rename_path(const char* from, const char* to, int slash, unsigned flags) {
  struct node *node, *replaced;
  struct stat real, ignored;
  const enum found found = file_at(from, &node, &real);
  if (found == kMissing) return ENOENT;
  if (found == kNotDirectory) return ENOTDIR;
  const enum found there = file_at(to, &replaced, &ignored);
  if (flags && there != kMissing) return there == kNotDirectory ? ENOTDIR : EEXIST;
  const mode_t mode = node ? node->mode : real.st_mode;
  if (slash && !S_ISDIR(mode)) return ENOTDIR;
  if (files_strcmp(from, to) == 0) return 0;
  int error = rename_error(from, to, mode);
  if (!error && is_on_disk(from)) error = file_parent_error(from);
  if (!error && is_on_disk(to)) error = file_parent_error(to);
  if (error) return error;
  if (node && node == replaced) return 0;  // two names of one file
  node = file_node(from, node, &real);
  if (S_ISDIR(node->mode) && node->real) heddle_refuses("renaming a directory that is on disk");
  node->references++;  // of its new entry
  remove_name(from, node, is_on_disk(from), 0);
  const int last = replaced && replaced->links == 0;
  if (replaced && replaced->links) replaced->links--;
  remove_name(to, replaced, is_on_disk(to), last);
  struct entry* e = entry_of(to);
  node->changed = 1;
  if (e)
    e->node = node;
  else
    entry_for(to, node);
  if (S_ISDIR(node->mode)) move_below(from, to);
  return 0;
}
int renameat2(int from_directory, const char* from_users, int to_directory, const char* to_users, unsigned flags) {
  if (flags & ~1u) heddle_refuses("renameat2 with other flags than RENAME_NOREPLACE");
  char* from = file_path(from_directory, from_users);
  if (!from) return -1;
  int slash = 0, slash_from = 0;
  int error = file_find(&from, kNameItself, kChangesNames, &slash_from);
  char* to = error ? 0 : file_path(to_directory, to_users);
  if (!error && !to) return heddle_world_gives_back(from), -1;
  if (!error) error = file_find(&to, kNameItself, kChangesNames, &slash);
  if (!error && (slash >= kDot || slash_from >= kDot)) error = EBUSY;
  if (!error) error = rename_path(from, to, slash || slash_from, flags);
  if (!error) names_changed();
  if (to) heddle_world_gives_back(to);
  heddle_world_gives_back(from);
  return error ? failed(error) : 0;
}
int renameat(int from_directory, const char* from, int to_directory, const char* to) {
  return renameat2(from_directory, from, to_directory, to, 0);
}
int rename(const char* from, const char* to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }

UNSEEN_END

char structure_object[16] SHARED;
unsigned long list_object[2] SHARED;
