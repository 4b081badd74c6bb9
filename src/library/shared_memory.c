// Shared memory: shm_open, ftruncate, mmap(MAP_SHARED). What one process maps another maps at the same address: pages of
// the heap that belongs to no process (heddle_world_allocate_shared), seen by hooks and race detectors like all other
// memory. They get their size once. Names are a list that all processes have in common, an object of its own; the memory
// is another, since where it lies depends on what came before. It stays until the end: who unmaps it can still reach it, which is not seen.
// Reading and writing by the descriptor is refused, so nobody could tell its position: there is none.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>

#include "world.h"

int shared_compare(const char*, const char*) HEDDLE_REAL("strcmp");
int shared_print(char*, size_t, const char*, ...) HEDDLE_REAL("snprintf");

struct shared {
  struct shared* next;
  size_t size;   // in pages; 0: it has none yet
  size_t length; // as ftruncate was told
  char* memory;
  int unlinked;
  char name[];
};

#define shared_list heddle_world_shared_memory
#define shared_names heddle_world_shared_names
struct shared* shared_list SHARED;
char shared_names[16] SHARED;  // the list as an object

UNSEEN_BEGIN

enum { kPage = 4096 };

void heddle_world_resize_shared(struct open_file* f, size_t size) {
  struct shared* s = f->more;
  const size_t pages = (size + kPage - 1) / kPage * kPage;
  heddle_world_changes(KERNEL_MEMORY);
  if (s->size != 0 && (s->size != pages || size < s->length)) heddle_refuses("ftruncate of shared memory to another size");
  if (s->size != pages) {
    s->memory = heddle_world_allocate_shared(pages);
    char text[NAME_MAX + 20];
    shared_print(text, sizeof text, "shared memory /%s", s->name);
    heddle_world_names(s->memory, text);
  }
  s->size = pages;
  s->length = size;
  f->number = 1;
}
size_t heddle_world_size_of_shared(struct open_file* f) {
  struct shared* s = f->more;
  heddle_world_looks(KERNEL_MEMORY, &s->length, sizeof s->length);
  return s->length;
}
static ssize_t reads(struct open_file* f, void* to, size_t size) {
  (void)f, (void)to, (void)size;
  heddle_refuses("read from shared memory by its descriptor");
}
static ssize_t writes(struct open_file* f, const void* from, size_t size) {
  (void)f, (void)from, (void)size;
  heddle_refuses("write to shared memory by its descriptor");
}
static const struct calls shared_calls = {reads, writes, 0, 0, 0};

static struct shared* find(const char* name) {
  for (struct shared* s = shared_list; s; s = s->next)
    if (!s->unlinked && shared_compare(s->name, name) == 0) return s;
  return 0;
}
static const char* own_part(const char* users) {
  heddle_world_text(users);
  return users[0] == '/' ? users + 1 : users;
}
static int has_slash(const char* name) {
  for (; *name; name++)
    if (*name == '/') return 1;
  return 0;
}

int shm_open(const char* users, int flags, mode_t mode) {
  (void)mode;
  const char* name = own_part(users);
  const size_t length = world_length(name);
  if (length == 0 || has_slash(name)) return failed(EINVAL);
  if (length > NAME_MAX) return failed(ENAMETOOLONG);
  if (flags & O_TRUNC) heddle_refuses("shm_open with O_TRUNC");
  struct shared* fresh = heddle_world_allocate(sizeof *fresh + length + 1);
  world_copy(fresh->name, name, length + 1);
  if (flags & O_CREAT)
    heddle_world_attempts(shared_names, &shared_list, sizeof shared_list);
  else
    heddle_world_looks(shared_names, &shared_list, sizeof shared_list);
  struct shared* s = find(fresh->name);
  if (s) heddle_world_sees(shared_names, &s->unlinked, sizeof s->unlinked);
  const int error = s ? (flags & O_CREAT) && (flags & O_EXCL) ? EEXIST : 0 : flags & O_CREAT ? 0 : ENOENT;
  if (error || s) heddle_world_gives_back(fresh);
  if (error) return failed(error);
  if (!s) {
    heddle_world_has_effect();
    s = fresh;
    s->next = shared_list;
    shared_list = s;
  }
  struct open_file* f = descriptor_make(kShared, &shared_calls, flags & O_ACCMODE);
  f->more = s;
  f->references++;
  const int number = descriptor_give(f, 0, 1);
  descriptor_done(f);
  return number;
}

int shm_unlink(const char* users) {
  const char* name = own_part(users);
  heddle_world_attempts(shared_names, &shared_list, sizeof shared_list);
  struct shared* s = find(name);
  if (!s) return failed(ENOENT);
  heddle_world_has_effect();
  s->unlinked = 1;
  return 0;
}

void* heddle_world_maps_shared(int number, size_t size, off_t offset) {
  struct open_file* f = descriptor_use(number);
  if (!f || f->kind != kShared) {
    if (f) descriptor_done(f);
    return 0;
  }
  struct shared* s = f->more;
  // Who has given it its size knows it: it gets no other.
  if (!f->number) heddle_world_looks(KERNEL_MEMORY, &s->size, sizeof s->size);
  if (offset < 0 || (size_t)offset + size > s->size) heddle_refuses("mmap of shared memory beyond its size");
  char* const p = s->memory + offset;
  descriptor_done(f);
  return p;
}
int heddle_world_unmaps(void* p) {
  for (struct shared* s = shared_list; s; s = s->next)
    if (s->memory && (char*)p >= s->memory && (char*)p < s->memory + s->size) return 1;
  return 0;
}

UNSEEN_END
