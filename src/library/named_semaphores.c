// Named semaphores: none exists when the program starts. A list that all processes of a search have in common, and an object
// of its own; the semaphores lie in pages that no process owns (world.h). A name may be unlinked while the semaphore is
// open; its memory stays.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>

#include "world.h"

int semaphores_compare(const char*, const char*) HEDDLE_REAL("strcmp");
int semaphores_print(char*, size_t, const char*, ...) HEDDLE_REAL("snprintf");

struct named {
  sem_t* semaphore;
  struct named* next;
  unsigned opened;
  int unlinked;
  char name[];
};

#define named_list heddle_world_named_semaphores
struct named* named_list SHARED;

UNSEEN_BEGIN

// Whoever does not find it waits for another list; who finds it, for its end.
static void sees(const struct named* n) {
  heddle_world_sees(KERNEL_MEMORY, n ? (const void*)&n->unlinked : &named_list, n ? sizeof n->unlinked : sizeof named_list);
}
static struct named* find(const char* name) {
  for (struct named* n = named_list; n; n = n->next)
    if (!n->unlinked && semaphores_compare(n->name, name) == 0) return n;
  return 0;
}
static const char* own_part(const char* users) {
  heddle_world_text(users);
  return users[0] == '/' ? users + 1 : users;
}

// The semaphore comes to life in the same step: whoever finds its name finds it initialised.
static sem_t* open_named(const char* name, size_t length, int flags, unsigned value) {
  struct named* fresh = heddle_world_allocate(sizeof *fresh + length + 1);
  world_copy(fresh->name, name, length + 1);
  if (flags & O_CREAT)
    heddle_world_attempts(KERNEL_MEMORY, &named_list, sizeof named_list);
  else
    heddle_world_looks(KERNEL_MEMORY, &named_list, sizeof named_list);
  struct named* n = find(fresh->name);
  sees(n);
  int error = 0;
  if (n)
    error = (flags & O_CREAT) && (flags & O_EXCL) ? EEXIST : 0;
  else
    error = !(flags & O_CREAT) ? ENOENT : value > SEM_VALUE_MAX ? EINVAL : 0;
  if (error || n) heddle_world_gives_back(fresh);
  if (!error) heddle_world_has_effect();
  if (error) return failed(error), SEM_FAILED;
  if (!n) {
    n = fresh;
    n->semaphore = heddle_world_allocate_shared(sizeof *n->semaphore);
    char text[NAME_MAX + 2];
    semaphores_print(text, sizeof text, "/%s", n->name);
    heddle_world_names(n->semaphore, text);
    heddle_world_new_semaphore(n->semaphore, value);
    n->next = named_list;
    named_list = n;
    heddle_world_hands_over(n);
  }
  heddle_world_takes_over(n);
  n->opened++;
  return n->semaphore;
}

sem_t* sem_open(const char* users, int flags, ...) {
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list arguments;
    va_start(arguments, flags);
    (void)va_arg(arguments, unsigned);  // the mode
    value = va_arg(arguments, unsigned);
    va_end(arguments);
  }
  const char* name = own_part(users);
  const size_t length = world_length(name);
  for (const char* c = name; *c; c++)
    if (*c == '/') return failed(EINVAL), SEM_FAILED;
  if (length == 0) return failed(EINVAL), SEM_FAILED;
  if (length > NAME_MAX - 4) return failed(ENAMETOOLONG), SEM_FAILED;
  return open_named(name, length, flags, value);
}

int sem_close(sem_t* semaphore) {
  heddle_world_changes(KERNEL_MEMORY);
  struct named* n = named_list;
  while (n && n->semaphore != semaphore) n = n->next;
  if (!n || n->opened == 0) return failed(EINVAL);
  n->opened--;
  return 0;
}

int sem_unlink(const char* users) {
  const char* name = own_part(users);
  heddle_world_attempts(KERNEL_MEMORY, &named_list, sizeof named_list);
  struct named* n = find(name);
  if (!n) return failed(ENOENT);
  heddle_world_has_effect();
  n->unlinked = 1;
  return 0;
}

UNSEEN_END
