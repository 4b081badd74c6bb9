// Named semaphores. None exists when the program starts, and no other process opens one: a list in the program's own
// memory, under a mutex of its own. A name may be unlinked while the semaphore is open; its memory stays.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct named {
  sem_t semaphore;  // first: sem_close gets its address
  struct named* next;
  unsigned opened;
  int unlinked;
  char name[];
};

static pthread_mutex_t names = PTHREAD_MUTEX_INITIALIZER;
static struct named* first;

static struct named* find(const char* name) {
  for (struct named* n = first; n != NULL; n = n->next)
    if (!n->unlinked && strcmp(n->name, name) == 0) return n;
  return NULL;
}

static struct named* make(const char* name, unsigned value) {
  struct named* n = malloc(sizeof *n + strlen(name) + 1);
  if (n == NULL) return NULL;
  n->opened = 0;
  n->unlinked = 0;
  strcpy(n->name, name);
  sem_init(&n->semaphore, 0, value);
  n->next = first;
  first = n;
  return n;
}

// The error, or 0 and the semaphore.
static int open_named(const char* name, int flags, unsigned value, struct named** out) {
  const char* rest = name[0] == '/' ? name + 1 : name;
  if (*rest == 0 || strchr(rest, '/') != NULL) return EINVAL;
  if (strlen(rest) > NAME_MAX - 4) return ENAMETOOLONG;
  *out = find(rest);
  if (*out != NULL && (flags & O_CREAT) && (flags & O_EXCL)) return EEXIST;
  if (*out == NULL && !(flags & O_CREAT)) return ENOENT;
  if (*out == NULL && value > SEM_VALUE_MAX) return EINVAL;
  if (*out == NULL) *out = make(rest, value);
  if (*out == NULL) return ENOMEM;
  ++(*out)->opened;
  return 0;
}

sem_t* sem_open(const char* name, int flags, ...) {
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list arguments;
    va_start(arguments, flags);
    (void)va_arg(arguments, unsigned);  // the mode
    value = va_arg(arguments, unsigned);
    va_end(arguments);
  }
  struct named* n = NULL;
  pthread_mutex_lock(&names);
  const int error = open_named(name, flags, value, &n);
  pthread_mutex_unlock(&names);
  if (error == 0) return &n->semaphore;
  errno = error;
  return SEM_FAILED;
}

int sem_close(sem_t* semaphore) {
  struct named* n = (struct named*)semaphore;
  pthread_mutex_lock(&names);
  struct named* known = first;
  while (known != NULL && known != n) known = known->next;
  const int open = known != NULL && known->opened > 0;
  if (open) --known->opened;
  pthread_mutex_unlock(&names);
  if (open) return 0;
  errno = EINVAL;
  return -1;
}

int sem_unlink(const char* name) {
  pthread_mutex_lock(&names);
  struct named* n = find(name[0] == '/' ? name + 1 : name);
  if (n != NULL) n->unlinked = 1;
  pthread_mutex_unlock(&names);
  if (n != NULL) return 0;
  errno = ENOENT;
  return -1;
}
