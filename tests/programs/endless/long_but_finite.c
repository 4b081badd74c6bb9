// expect: verified
// search: auto
//
// More rounds than those of a loop that is suspected of having no end; this one has, and it is reached.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { kMost = 2100 };
static atomic_int mine, others;
static int limit = kMost;

static void *worker(void *unused) {
  while (atomic_load(&mine) < limit) atomic_fetch_add(&mine, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&others, 1);
  pthread_join(thread, NULL);
  assert(mine == kMost);
  return 0;
}
