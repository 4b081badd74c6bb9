// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// A comparison that qsort calls.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int z;

static int locks(const void* a, const void* b) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return *(const int*)a - *(const int*)b;
}
static void* sorts(void* argument) {
  int numbers[] = {2, 1};
  z = 1;
  qsort(numbers, 2, sizeof *numbers, locks);
  return argument;
}

int main() {
  pthread_t t;
  pthread_create(&t, NULL, sorts, NULL);
  pthread_mutex_lock(&m);
  const int seen = x;
  pthread_mutex_unlock(&m);
  assert(seen == 0);
  pthread_join(t, NULL);
}
