// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// A function that is called, and started as a thread, by another name.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int z;

void locks(void) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
}
void locks_too(void) __attribute__((alias("locks")));

void* starts(void* argument) {
  z = 1;
  locks_too();
  return argument;
}
void* starts_too(void*) __attribute__((alias("starts")));

int main() {
  pthread_t t;
  pthread_create(&t, NULL, starts_too, NULL);
  pthread_mutex_lock(&m);
  const int seen = x;
  pthread_mutex_unlock(&m);
  assert(seen == 0);
  pthread_join(t, NULL);
}
