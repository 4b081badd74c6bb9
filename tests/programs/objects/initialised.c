// expect: verified
// search: dpor optimal
//
// All the ways in which an object gets the value that it needs, in blocks, in blocks that held others, in locals, in
// thread-local and static variables.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct All {
  int value;
  pthread_mutex_t m;
  pthread_cond_t c;
  pthread_rwlock_t l;
};
static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local pthread_mutex_t zero, recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void use(struct All *all) {
  pthread_mutex_lock(&all->m);
  pthread_cond_signal(&all->c);
  pthread_mutex_unlock(&all->m);
  pthread_rwlock_rdlock(&all->l);
  pthread_rwlock_unlock(&all->l);
}
static void lock(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
}

static void *blocks(void *argument) {
  struct All *all = calloc(1, sizeof *all);
  use(all);
  free(all);
  all = malloc(sizeof *all);
  memset(all, 0, sizeof *all);
  use(all);
  free(all);
  all = malloc(sizeof *all);
  all->m = fresh;
  all->c = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  all->l = (pthread_rwlock_t)PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
  use(all);
  all = realloc(all, 2 * sizeof *all);
  use(all);
  free(all);
  all = aligned_alloc(64, 192);
  memcpy(&all->m, &fresh, sizeof fresh);
  pthread_cond_init(&all->c, 0);
  pthread_rwlock_init(&all->l, 0);
  use(all);
  free(all);
  return argument;
}
static void variables(void) {
  static struct All all;
  use(&all);
  struct All initialised = {1, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, PTHREAD_COND_INITIALIZER,
                            PTHREAD_RWLOCK_INITIALIZER};
  use(&initialised);
  struct All copy = initialised, empty = {0};
  use(&copy);
  use(&empty);
  pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
  lock(&adaptive);
  lock(&zero);
  lock(&recursive);
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, blocks, 0);
  pthread_join(other, 0);
  variables();
  blocks(0);
  variables();
  return 0;
}
