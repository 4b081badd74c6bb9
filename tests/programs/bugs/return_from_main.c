// expect: verified
// exit: 7
//
// main returns while one thread works and another waits for ever: both vanish, and that is no bug.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int steps;

static void* waits(void* arg) {
  pthread_mutex_lock(&m);
  for (;;) pthread_cond_wait(&c, &m);
  return arg;
}

static void* works(void* arg) {
  for (int i = 0; i < 3; i++) steps++;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_create(&thread, NULL, works, NULL);
  return 7;
}
