// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// A thread that locks through a pointer: main may find the mutex taken before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int z;
typedef int (*Function)(pthread_mutex_t*);
static volatile Function take, give;

static void* locks(void* argument) {
  z = 1;
  take(&m);
  x = 1;
  give(&m);
  return argument;
}

int main() {
  take = pthread_mutex_lock;
  give = pthread_mutex_unlock;
  pthread_t t;
  pthread_create(&t, NULL, locks, NULL);
  pthread_mutex_lock(&m);
  const int seen = x;
  pthread_mutex_unlock(&m);
  assert(seen == 0);
  pthread_join(t, NULL);
}
