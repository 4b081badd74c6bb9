// expect: inconclusive
// message: rounds of the loop
// search: auto
//
// A thread that never stops: an inner loop whose bound is a variable, and a loop around it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total = 2, rounds;

static void *worker(void *unused) {
  for (;;)
    for (int i = 0; i < total; ++i) {
      pthread_mutex_lock(&m);
      rounds++;
      pthread_mutex_unlock(&m);
    }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  assert(rounds >= 0);
  pthread_mutex_unlock(&m);
  return 0;
}
