// From the text of a path to the name that it leads to, through directories and symbolic links of the program's own and
// on disk, one component after the other, as the kernel does.
//
// Which way a path takes depends on the directories and links that the program has made, so it is walked inside an
// operation on a name. Which name, if that is only known after the walk? The one that the path would lead to on disk, where
// the program was started. All such operations depend on changes of directories and links (structure_object), so the walk finds
// what its place in the order says; if it leads elsewhere, an operation on that name follows.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "files.h"

int paths_strcmp(const char*, const char*) HEDDLE_REAL("strcmp");
int paths_strncmp(const char*, const char*, size_t) HEDDLE_REAL("strncmp");
int paths_print(char*, size_t, const char*, ...) HEDDLE_REAL("snprintf");

// Not static: see descriptors.c.
#define here heddle_world_here
char* here;  // the current directory; NULL: where the program was started

UNSEEN_BEGIN

static void begin_where_we_are(char* out) {
  if (here)
    world_copy(out, here, world_length(here) + 1);
  else
    heddle_real_path(".", out);
}

// ---- the text ----

static void check_special(const char* path) {
  if (file_device_at(path) >= 0) return;
  const int device = paths_strncmp(path, "/dev/", 5) == 0;
  if (!device && paths_strncmp(path, "/sys/", 5) != 0) return;
  const size_t room = world_length(path) + 20;
  char* text = heddle_world_allocate(room);
  paths_print(text, room, "the %s %s", device ? "device" : "file", path);
  heddle_refuses(text);
}

// Where a directory descriptor is; the string stays its.
static const char* base_of(int directory) {
  struct open_file* f = descriptor_use(directory);
  if (!f) return 0;
  const char* path = f->kind == kDirectory ? f->more : 0;
  descriptor_done(f);
  if (!path) failed(ENOTDIR);
  return path;
}

char* file_path(int directory, const char* users) {
  const size_t length = heddle_world_text(users);
  if (length == 0) return failed(ENOENT), (char*)0;
  if (length >= PATH_MAX) return failed(ENAMETOOLONG), (char*)0;
  const char* base = users[0] == '/' || directory == AT_FDCWD ? "" : base_of(directory);
  if (!base) return 0;
  const size_t base_length = world_length(base), slash = base_length != 0;
  if (base_length + length + 2 > kPath) return failed(ENAMETOOLONG), (char*)0;
  char* whole = heddle_world_allocate(base_length + slash + length + 1);
  world_copy(whole, base, base_length);
  if (slash) whole[base_length] = '/';
  world_copy(whole + base_length + slash, users, length + 1);
  return whole;
}

// ---- the walk ----

struct walk {
  char out[kPath];       // the name up to here
  char rest[2 * kPath];  // the components that follow
  size_t at;             // in rest
  int links;
  int slash;  // the last component has to be a directory
};

// One component is appended to out; 0: it fits.
static int append(struct walk* w, const char* part, size_t length) {
  const size_t n = world_length(w->out), slash = n > 1;
  if (length > NAME_MAX || n + slash + length + 1 > kPath) return ENAMETOOLONG;
  if (slash) w->out[n] = '/';
  world_copy(w->out + n + slash, part, length);
  w->out[n + slash + length] = 0;
  return 0;
}
static void up(struct walk* w) {
  size_t n = world_length(w->out);
  while (n > 1 && w->out[n - 1] != '/') n--;
  w->out[n > 1 ? n - 1 : 1] = 0;
}

static int follow_link(struct walk* w, const struct node* node) {
  char target[kPath];
  size_t n;
  if (node) {
    n = (size_t)node->size;
    world_copy(target, node->link, n);
  } else {
    const ssize_t length = heddle_real_link(w->out, target, sizeof target - 1);
    if (length < 0) return (int)-length;
    n = (size_t)length;
  }
  const size_t left = world_length(w->rest + w->at) + 1;
  if (n + left + 1 > sizeof w->rest || n + left + 1 > 2 * kPath) return ENAMETOOLONG;
  char more[2 * kPath];
  world_copy(more, target, n);
  world_copy(more + n, w->rest + w->at, left);
  world_copy(w->rest, more, n + left);
  w->at = 0;
  up(w);
  if (w->rest[0] == '/') w->out[0] = '/', w->out[1] = 0;
  return ++w->links > 40 ? ELOOP : 0;
}

static int missing(const char* path, int last) {
  struct stat s;
  if (heddle_real_status(path, &s, 0) == EACCES) return EACCES;
  return last ? 0 : ENOENT;
}

// The component that was appended last.
static int look_at_component(struct walk* w, int last, int follow) {
  struct node* node;
  struct stat real;
  const enum found found = file_at(w->out, &node, &real);
  if (found == kNotDirectory) return ENOTDIR;
  if (found == kMissing) return missing(w->out, last);
  const mode_t mode = node ? node->mode : real.st_mode;
  if (last && follow == kNameItself) return 0;
  if (S_ISLNK(mode)) return last && !follow && !w->slash ? 0 : follow_link(w, node);
  if (!S_ISDIR(mode) && (!last || w->slash)) return ENOTDIR;
  return 0;
}

static int walk(struct walk* w, int follow) {
  w->slash = 0;
  for (;;) {
    while (w->rest[w->at] == '/') w->at++;
    if (!w->rest[w->at]) return 0;
    const char* part = w->rest + w->at;
    size_t length = 0;
    while (part[length] && part[length] != '/') length++;
    w->at += length;
    size_t next = w->at;
    while (w->rest[next] == '/') next++;
    const int last = !w->rest[next];
    w->slash = last && w->rest[w->at] == '/';
    if (length == 1 && part[0] == '.') {
      w->slash = last ? kDot : 0;
      continue;
    }
    if (length == 2 && part[0] == '.' && part[1] == '.') {
      up(w);
      w->slash = last ? kDots : 0;
      continue;
    }
    int error = append(w, part, length);
    if (!error) error = look_at_component(w, last, follow);
    if (error) return error;
  }
}

static void operate(const char* name, enum use_of_name how) {
  if (how == kLooksUp)
    look_up(name);
  else if (how == kChangesName)
    change_name(name);
  else
    heddle_world_changes_names(structure_object, list_object), sees_names();
}

int file_find(char** text, int follow, enum use_of_name how, int* slash) {
  struct walk* w = heddle_world_allocate(sizeof *w);
  char* name = heddle_world_allocate(kPath);
  int error = follow > 0 ? heddle_real_path(*text, name) : file_path_to(*text, name);
  if (!error) check_special(name);
  for (int rounds = 0; !error; rounds++) {
    operate(name, how);
    if ((*text)[0] == '/')
      w->out[0] = '/', w->out[1] = 0;
    else
      begin_where_we_are(w->out);
    w->at = 0;
    w->links = 0;
    world_copy(w->rest, *text, world_length(*text) + 1);
    error = walk(w, follow);
    check_special(w->out);
    if (error || how == kChangesNames || paths_strcmp(w->out, name) == 0) break;
    if (rounds > 40) error = ELOOP;
    world_copy(name, w->out, world_length(w->out) + 1);
  }
  if (slash) *slash = w->slash;
  const size_t length = world_length(w->out) + 1;
  heddle_world_gives_back(*text);
  *text = world_copy(heddle_world_allocate(length), w->out, length);
  heddle_world_gives_back(name);
  heddle_world_gives_back(w);
  return error;
}

// ---- the current directory ----

static int go_to(char* text) {
  const int error = file_find(&text, 1, kChangesNames, 0);
  struct node* node;
  struct stat real;
  const enum found found = error ? kMissing : file_at(text, &node, &real);
  int result = error;
  if (!result) result = found == kMissing ? ENOENT : found == kNotDirectory ? ENOTDIR : 0;
  if (!result && !S_ISDIR(node ? node->mode : real.st_mode)) result = ENOTDIR;
  if (!result && !node) result = heddle_real_access(text, X_OK);
  if (result) {
    heddle_world_gives_back(text);
    return failed(result);
  }
  list_object[1]++;
  names_changed();
  if (here) heddle_world_frees(here);
  here = text;
  return 0;
}
int chdir(const char* users) {
  char* text = file_path(AT_FDCWD, users);
  return text ? go_to(text) : -1;
}
int fchdir(int directory) {
  char* text = file_path(directory, ".");
  return text ? go_to(text) : -1;
}

static char* give_text(const char* found, char* users, size_t room) {
  const size_t size = world_length(found) + 1;
  if (!users && room == 0) room = size;
  if (size > room) return failed(ERANGE), (char*)0;
  if (!users) users = malloc(room);
  heddle_world_uses(users, size, 1);
  return world_copy(users, found, size);
}

// With a null pointer it allocates, as glibc does.
char* getcwd(char* users, size_t room) {
  if (users && room == 0) return failed(EINVAL), (char*)0;
  heddle_world_looks(structure_object, &here, sizeof here);
  sees_names();
  char* now = heddle_world_allocate(kPath);
  begin_where_we_are(now);
  struct node* node;
  struct stat real;
  const enum found found = file_at(now, &node, &real);
  char* result = found == kOnDisk || found == kInOverlay ? give_text(now, users, room) : (failed(ENOENT), (char*)0);
  heddle_world_gives_back(now);
  return result;
}
char* __getcwd_chk(char* users, size_t room, size_t really) {
  if (room > really) __builtin_trap();
  return getcwd(users, room);
}
char* get_current_dir_name(void) { return getcwd(0, 0); }

char* realpath(const char* users, char* out) {
  if (!users) return failed(EINVAL), (char*)0;
  char* text = file_path(AT_FDCWD, users);
  if (!text) return 0;
  int error = file_find(&text, 1, kLooksUp, 0);
  struct node* node;
  struct stat real;
  const enum found found = error ? kMissing : file_at(text, &node, &real);
  if (!error) error = found == kMissing ? ENOENT : found == kNotDirectory ? ENOTDIR : 0;
  char* result = error ? (failed(error), (char*)0) : give_text(text, out, out ? PATH_MAX : 0);
  heddle_world_gives_back(text);
  return result;
}
char* __realpath_chk(const char* users, char* out, size_t room) {
  if (room < PATH_MAX) __builtin_trap();
  return realpath(users, out);
}
char* canonicalize_file_name(const char* users) { return realpath(users, 0); }

UNSEEN_END
