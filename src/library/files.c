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

struct entry* entries;

UNSEEN_BEGIN

// ---- paths ----

static char* copy_of(const char* text) {
  const size_t n = world_length(text) + 1;
  return world_copy(heddle_world_allocate(n), text, n);
}

static int begins(const char* path, const char* with) { return files_strncmp(path, with, world_length(with)) == 0; }

static void check_special(const char* path) {
  if (files_strcmp(path, "/dev/null") == 0) return;
  if (begins(path, "/dev/")) heddle_refuses("a device (a file below /dev)");
  if (begins(path, "/sys/")) heddle_refuses("a file below /sys");
}

// Where a directory descriptor is; the string stays its.
static const char* base_of(int directory) {
  if (directory == AT_FDCWD) return "";
  struct open_file* f = descriptor_use(directory);
  if (!f) return 0;
  const char* path = f->kind == kDirectory ? f->more : 0;
  descriptor_done(f);
  if (!path) failed(ENOTDIR);
  return path;
}

// The last part stays as it is.
static int path_to(char* whole, char* out) {
  size_t n = world_length(whole);
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

char* file_path(int directory, const char* users, int follow) {
  const size_t length = heddle_world_text(users);
  if (length == 0) return failed(ENOENT), (char*)0;
  if (length >= PATH_MAX) return failed(ENAMETOOLONG), (char*)0;
  const char* base = users[0] == '/' ? "" : base_of(directory);
  if (!base) return 0;
  const size_t base_length = world_length(base);
  char* whole = heddle_world_allocate(base_length + length + 2);
  world_copy(whole, base, base_length);
  if (base_length) whole[base_length] = '/';
  world_copy(whole + base_length + (base_length != 0), users, length);
  char* room = heddle_world_allocate(kPath);
  const int error = follow ? heddle_real_path(whole, room) : path_to(whole, room);
  heddle_world_frees(whole);
  char* path = error ? 0 : copy_of(room);
  heddle_world_frees(room);
  if (error) failed(error);
  if (path) check_special(path);
  return path;
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
  heddle_notices_files();
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
  heddle_world_looks_up((const void*)name_object(path), structure_object, &entries, sizeof entries);
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
  out->st_nlink = S_ISDIR(n->mode) ? 2 : 1;
  out->st_mode = n->mode;
  out->st_size = n->size;
  out->st_blksize = kPage;
  out->st_blocks = (n->size + 511) / 512;
}

// ---- opening ----

static void be_what_is_on_disk(struct node* n, const char* path, const struct stat* real) {
  n->mode = real->st_mode;
  n->real_size = n->size = S_ISREG(real->st_mode) ? real->st_size : 0;
  if (files_strcmp(path, "/dev/null") == 0) {
    n->is_null = 1;
    n->mode = S_IFREG | 0666;
    n->real_size = n->size = 0;
  }
}

static int check_kind(const struct stat* s, const char* path) {
  if (S_ISREG(s->st_mode) || S_ISDIR(s->st_mode) || files_strcmp(path, "/dev/null") == 0) return 0;
  heddle_refuses("a file that is neither regular nor a directory (device, pipe or socket on disk)");
}

// The directory that a new name would be in is there.
static int parent_error(const char* path) {
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

static int open_error(const char* path, enum found found, const struct node* node, const struct stat* real, int flags) {
  const int writes = (flags & O_ACCMODE) != O_RDONLY;
  if (found == kNotDirectory) return ENOTDIR;
  if (found == kMissing) return flags & O_CREAT ? parent_error(path) : ENOENT;
  if ((flags & O_CREAT) && (flags & O_EXCL)) return EEXIST;
  const mode_t mode = node ? node->mode : real->st_mode;
  if (!node) check_kind(real, path);
  if (S_ISDIR(mode)) return writes || (flags & O_CREAT) ? EISDIR : 0;
  if (flags & O_DIRECTORY) return ENOTDIR;
  if (node) return 0;
  if (writes && real->st_nlink > 1) heddle_refuses("writing to a file that has several names on disk (hard links)");
  if ((flags & O_ACCMODE) != O_WRONLY && heddle_real_access(path, R_OK)) return EACCES;
  return writes && heddle_real_access(path, W_OK) ? EACCES : 0;
}

// An open file at this path; the path is given back.
static struct open_file* open_path(char* path, int flags, mode_t mode) {
  // What this thread allocates must not depend on whether others have opened the file already.
  struct node* fresh = node_of(path, S_IFREG | (mode & 0755));
  fresh->real = copy_of(path);
  struct entry* e = heddle_world_allocate(sizeof *e);
  e->path = copy_of(path);
  struct open_file* f = descriptor_make(kFile, &heddle_world_file_calls, flags & (O_ACCMODE | O_APPEND | O_NONBLOCK));
  if (flags & O_CREAT)
    heddle_world_changes_name((const void*)name_object(path), list_object);
  else
    look_up(path);
  struct node* node;
  struct stat real;
  const enum found found = file_at(path, &node, &real);
  const int error = open_error(path, found, node, &real, flags);
  if (error == 0 && !node) {
    struct entry* old = entry_of(path);  // it was removed
    if (found == kOnDisk) {
      be_what_is_on_disk(fresh, path, &real);
    } else {
      heddle_world_frees(fresh->real);
      fresh->real = 0;
      fresh->changed = 1;
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
  }
  if (error == 0) {
    node->references++;
    if (S_ISDIR(node->mode)) f->kind = kDirectory;
    f->out = (struct channel*)node;
    f->more = S_ISDIR(node->mode) ? copy_of(path) : 0;
    if ((flags & O_TRUNC) && (flags & O_ACCMODE) != O_RDONLY && S_ISREG(node->mode)) {
      heddle_world_changes((const void*)node->object);  // as the kernel does, after it was found
      file_cut(node, 0);
    }
  } else {
    heddle_world_frees(f);
    f = 0;
  }
  if (fresh) {
    if (fresh->real) heddle_world_frees(fresh->real);
    heddle_world_frees(fresh);
  }
  if (e) {
    heddle_world_frees(e->path);
    heddle_world_frees(e);
  }
  heddle_world_frees(path);
  if (error) failed(error);
  return f;
}

struct open_file* file_open(int directory, const char* users, int flags, mode_t mode) {
  char* path = file_path(directory, users, 1);
  return path ? open_path(path, flags, mode) : 0;
}

// ---- changes of names ----

static void remove_name(const char* path, struct node* node, int on_disk) {
  struct entry* e = entry_of(path);
  if (on_disk) {
    if (!e) e = entry_for(path, 0);
    e->node = 0;
  } else if (e) {
    take_out(e);
  }
  if (node) {
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
  if (directory || either)
    heddle_world_changes_names(structure_object, list_object);
  else
    heddle_world_changes_name((const void*)name_object(path), list_object);
  struct node* node;
  struct stat real;
  const enum found found = file_at(path, &node, &real);
  int error = found == kMissing ? ENOENT : found == kNotDirectory ? ENOTDIR : 0;
  const mode_t mode = node ? node->mode : real.st_mode;
  if (!error && !either && S_ISDIR(mode) != directory) error = directory ? ENOTDIR : EISDIR;
  if (!error && S_ISDIR(mode) && !is_empty(path)) error = ENOTEMPTY;
  if (!error) {
    if (!node) check_kind(&real, path);
    remove_name(path, node, is_on_disk(path));
  }
  heddle_world_frees(path);
  return error ? failed(error) : 0;
}
int unlink(const char* users) {
  char* path = file_path(AT_FDCWD, users, 0);
  return path ? remove_path(path, 0, 0) : -1;
}
int rmdir(const char* users) {
  char* path = file_path(AT_FDCWD, users, 0);
  return path ? remove_path(path, 1, 0) : -1;
}
int remove(const char* users) {
  char* path = file_path(AT_FDCWD, users, 0);
  return path ? remove_path(path, 0, 1) : -1;
}
int unlinkat(int directory, const char* users, int flags) {
  char* path = file_path(directory, users, 0);
  return path ? remove_path(path, (flags & AT_REMOVEDIR) != 0, 0) : -1;
}

int mkdirat(int directory, const char* users, mode_t mode) {
  char* path = file_path(directory, users, 0);
  if (!path) return -1;
  heddle_world_changes_names(structure_object, list_object);
  struct node* node;
  struct stat real;
  const enum found found = file_at(path, &node, &real);
  const int error = found == kNotDirectory ? ENOTDIR : found != kMissing ? EEXIST : parent_error(path);
  if (!error) {
    struct node* n = node_of(path, S_IFDIR | (mode & 0755));
    n->changed = 1;
    struct entry* old = entry_of(path);
    if (old)
      old->node = n;
    else
      entry_for(path, n);
  }
  heddle_world_frees(path);
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

static int rename_error(const char* from, const char* to, struct node* node, const struct stat* real) {
  struct node* other;
  struct stat real_other;
  const enum found found = file_at(to, &other, &real_other);
  const int directory = S_ISDIR(node ? node->mode : real->st_mode);
  if (found == kNotDirectory) return ENOTDIR;
  if (directory && begins(to, from) && to[world_length(from)] == '/') return EINVAL;
  if (found == kMissing) return parent_error(to);
  const int other_directory = S_ISDIR(other ? other->mode : real_other.st_mode);
  if (directory && !other_directory) return ENOTDIR;
  if (!directory && other_directory) return EISDIR;
  return other_directory && !is_empty(to) ? ENOTEMPTY : 0;
}

static int rename_path(const char* from, const char* to) {
  heddle_world_changes_names(structure_object, list_object);
  struct node* node;
  struct stat real;
  const enum found found = file_at(from, &node, &real);
  if (found == kMissing) return ENOENT;
  if (found == kNotDirectory) return ENOTDIR;
  if (files_strcmp(from, to) == 0) return 0;
  const int error = rename_error(from, to, node, &real);
  if (error) return error;
  if (!node) {
    check_kind(&real, from);
    node = node_of(from, real.st_mode);
    node->real = copy_of(from);
    be_what_is_on_disk(node, from, &real);
    entry_for(from, node);
  }
  if (S_ISDIR(node->mode) && node->real) heddle_refuses("renaming a directory that is on disk");
  struct node* replaced = 0;
  struct stat ignored;
  file_at(to, &replaced, &ignored);
  node->references++;
  remove_name(from, node, is_on_disk(from));
  remove_name(to, replaced, 0);
  node->changed = 1;
  struct entry* there = entry_of(to);
  if (there)
    there->node = node;
  else
    entry_for(to, node);
  if (S_ISDIR(node->mode)) move_below(from, to);
  return 0;
}
int renameat2(int from_directory, const char* from_users, int to_directory, const char* to_users, unsigned flags) {
  if (flags) heddle_refuses("renameat2 with flags");
  char* from = file_path(from_directory, from_users, 0);
  if (!from) return -1;
  char* to = file_path(to_directory, to_users, 0);
  const int error = to ? rename_path(from, to) : 0;
  heddle_world_frees(from);
  if (!to) return -1;
  heddle_world_frees(to);
  return error ? failed(error) : 0;
}
int renameat(int from_directory, const char* from, int to_directory, const char* to) {
  return renameat2(from_directory, from, to_directory, to, 0);
}
int rename(const char* from, const char* to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }

UNSEEN_END

char structure_object[16], list_object[16];
