// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// A constant table of library functions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int z;
static int (*const table[])(pthread_mutex_t*) = {pthread_mutex_lock, pthread_mutex_unlock};

static void* locks(void* argument) {
  for (int i = z++; i < 2; i++) {
    if (i == 1) x = 1;
    table[i](&m);
  }
  return argument;
}

int main() {
  pthread_t t;
  pthread_create(&t, NULL, locks, NULL);
  pthread_mutex_lock(&m);
  const int seen = x;
  pthread_mutex_unlock(&m);
  assert(seen == 0);
  pthread_join(t, NULL);
}
