// expect: deadlock
// lines: 21, 30
// cycle: 2
// search: auto
// timeout: 60
//
// The first two of fourteen threads take two mutexes in opposite order; the others are busy with a third one, in more
// ways than a search from the end can go through.
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

static void* backwards(void* unused) {
  pthread_mutex_lock(&b);
  nothing();
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
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
  pthread_t threads[14];
  pthread_create(&threads[0], 0, forwards, 0);
  pthread_create(&threads[1], 0, backwards, 0);
  for (int i = 2; i < 14; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 14; ++i) pthread_join(threads[i], 0);
  return 0;
}
