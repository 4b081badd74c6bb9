// expect: assertion
// primitive: pthread_mutex_trylock
//
// Whoever polls holds the mutex for a moment, also while there is nothing new: a trylock may fail at any time.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void* worker(void* arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    const int seen = done;
    pthread_mutex_unlock(&m);
    if (seen) break;
  }
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  const int error = pthread_mutex_trylock(&m);
  assert(error == 0);
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(one, NULL);
  return 0;
}
