// Directories: what is on disk and what the program has made, without what it has removed, sorted by name, as it was when
// the directory was opened or rewound. An entry that is handed out lies in the directory's own buffer: two threads that
// read one directory race.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "files.h"

int directories_compare(const char*, const char*) HEDDLE_REAL("strcmp");
int directories_compare_n(const char*, const char*, size_t) HEDDLE_REAL("strncmp");
const char* directories_find(const char*, int) HEDDLE_REAL("strchr");
void directories_sort(void*, size_t, size_t, int (*)(const void*, const void*)) __asm__("qsort");

struct name {
  struct name* next;
  unsigned char type;
  char text[];
};
struct directory {
  int number;
  struct name *first, *now;
  long position;
  struct dirent entry;
};

UNSEEN_BEGIN

static struct entry* entry_at(const char* path) {
  for (struct entry* e = entries; e; e = e->next)
    if (directories_compare(e->path, path) == 0) return e;
  return 0;
}

static void add(struct directory* d, const char* text, unsigned char type) {
  const size_t n = world_length(text) + 1;
  struct name* fresh = heddle_world_allocate(sizeof *fresh + n);
  fresh->type = type;
  world_copy(fresh->text, text, n);
  struct name** at = &d->first;
  while (*at && directories_compare((*at)->text, text) < 0) at = &(*at)->next;
  fresh->next = *at;
  *at = fresh;
}

static void forget_names(struct directory* d) {
  while (d->first) {
    struct name* next = d->first->next;
    heddle_world_frees(d->first);
    d->first = next;
  }
}

static void list(struct directory* d) {
  forget_names(d);
  const struct open_file* f = descriptor_peek(d->number);
  if (!f || f->kind != kDirectory) return;
  const char* path = f->more;
  const size_t length = world_length(path), n = length == 1 ? 0 : length;
  char below[kPath + 258];
  unsigned char type;
  heddle_world_looks(list_object, &entries, sizeof entries);
  world_copy(below, path, n);
  below[n] = '/';
  const struct node* node = (const struct node*)f->out;
  if (node->real)
    for (size_t i = 0; heddle_real_name(node->real, i, below + n + 1, &type); i++)
      if (!entry_at(below)) add(d, below + n + 1, type);
  for (struct entry* e = entries; e; e = e->next)
    if (e->node && directories_compare_n(e->path, path, n) == 0 && e->path[n] == '/' && e->path[n + 1] &&
        !directories_find(e->path + n + 1, '/'))
      add(d, e->path + n + 1, (unsigned char)IFTODT(e->node->mode));
  add(d, ".", DT_DIR);
  add(d, "..", DT_DIR);
  d->now = d->first;
  d->position = 0;
}

DIR* fdopendir(int number) {
  struct open_file* f = descriptor_use(number);
  if (!f) return 0;
  const int ok = f->kind == kDirectory;
  descriptor_done(f);
  if (!ok) return failed(ENOTDIR), (DIR*)0;
  struct directory* d = heddle_world_allocate(sizeof *d);
  d->number = number;
  list(d);
  return (DIR*)d;
}
DIR* opendir(const char* name) {
  const int number = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return number < 0 ? 0 : fdopendir(number);
}

struct dirent* readdir(DIR* users) {
  struct directory* d = (struct directory*)users;
  heddle_world_uses(&d->entry, sizeof d->entry, 1);
  if (!d->now) return 0;
  const size_t n = world_length(d->now->text) + 1;
  d->entry.d_ino = 1 + (ino_t)d->position;
  d->entry.d_off = ++d->position;
  d->entry.d_reclen = sizeof d->entry;
  d->entry.d_type = d->now->type;
  world_copy(d->entry.d_name, d->now->text, n);
  d->now = d->now->next;
  return &d->entry;
}
struct dirent64* readdir64(DIR* users) { return (struct dirent64*)readdir(users); }
void rewinddir(DIR* users) {
  struct directory* d = (struct directory*)users;
  heddle_world_uses(&d->entry, sizeof d->entry, 1);
  list(d);
}
long telldir(DIR* users) { return ((struct directory*)users)->position; }
void seekdir(DIR* users, long position) {
  struct directory* d = (struct directory*)users;
  heddle_world_uses(&d->entry, sizeof d->entry, 1);
  d->now = d->first;
  for (d->position = 0; d->now && d->position < position; d->position++) d->now = d->now->next;
}
int dirfd(DIR* users) { return ((struct directory*)users)->number; }
int closedir(DIR* users) {
  struct directory* d = (struct directory*)users;
  if (!d) return failed(EBADF);
  const int number = d->number;
  forget_names(d);
  heddle_world_frees(d);
  return close(number);
}

UNSEEN_END

int scandir(const char* name, struct dirent*** out, int (*wanted)(const struct dirent*),
            int (*compare)(const struct dirent**, const struct dirent**)) {
  DIR* d = opendir(name);
  if (!d) return -1;
  struct dirent** list = NULL;
  size_t n = 0;
  for (struct dirent* e; (e = readdir(d)) != NULL;) {
    if (wanted && !wanted(e)) continue;
    list = realloc(list, (n + 1) * sizeof *list);
    list[n] = malloc(sizeof *e);
    *list[n++] = *e;
  }
  closedir(d);
  if (compare && n) directories_sort(list, n, sizeof *list, (int (*)(const void*, const void*))compare);
  *out = list;
  return (int)n;
}
int alphasort(const struct dirent** a, const struct dirent** b) { return strcmp((*a)->d_name, (*b)->d_name); }
