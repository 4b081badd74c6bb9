// expect: assertion
// lines: 30
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// As trylock_after_unlock.c with a third thread that may hold the mutex for a moment.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int f;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* raises_flag(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  atomic_store(&f, 1);
  return arg;
}

static void* holds(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

static void* tries(void* arg) {
  if (atomic_load(&f)) {
    int failed = pthread_mutex_trylock(&m);
    assert(!failed);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, raises_flag, NULL);
  pthread_create(&t[1], NULL, tries, NULL);
  pthread_create(&t[2], NULL, holds, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
