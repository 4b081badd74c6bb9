// expect: verified
// search: stateful best-first
//
// Two threads that work, under a lock, until they are told to stop. Main waits until it sees their work half done, and
// may come too late each time; but work is done all the while: nobody is in a livelock.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int half;
static atomic_int stop;

static void* work(void* unused) {
  while (!atomic_load(&stop)) {
    pthread_mutex_lock(&lock);
    half = !half;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, work, 0);
  pthread_create(&y, 0, work, 0);
  for (int seen = 0; !seen;) {
    pthread_mutex_lock(&lock);
    seen = half;
    pthread_mutex_unlock(&lock);
  }
  atomic_store(&stop, 1);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
