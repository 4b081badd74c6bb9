// expect: verified
// search: auto
// timeout: 60
//
// As deadlock_among_many.c, with fewer threads, and all take the mutexes in the same order: however many schedules are
// tried meanwhile, nothing is found.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, busy = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void nothing(void) {
  pthread_mutex_lock(&busy);
  pthread_mutex_unlock(&busy);
}
static void* forwards(void* unused) {
  pthread_mutex_lock(&a);
  nothing();
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void* work(void* unused) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&busy);
    ++shared;
    pthread_mutex_unlock(&busy);
  }
  return unused;
}

int main(void) {
  pthread_t threads[5];
  pthread_create(&threads[0], 0, forwards, 0);
  pthread_create(&threads[1], 0, forwards, 0);
  for (int i = 2; i < 5; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 5; ++i) pthread_join(threads[i], 0);
  return 0;
}
