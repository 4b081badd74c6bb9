// expect: misuse
// message: locked or waited on
// search: dfs dpor optimal selective invisible-first composed
// visible: all
// flags: --property misuse
//
// The mutex goes out of scope while the other thread may have it. Nobody asks for the race.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(pthread_mutex_t *) place;

static void *owns(void *argument) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  atomic_store(&place, &m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return argument;
}
static void *borrows(void *argument) {
  pthread_mutex_t *m = atomic_load(&place);
  if (m) {
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, owns, 0);
  pthread_create(&second, 0, borrows, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
