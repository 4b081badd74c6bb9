// expect: misuse
// lines: 23
// primitive: pthread_cond_destroy
//
// A condition is destroyed while a thread may wait for it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done;

static void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  while (!done) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

static void* closer(void* arg) {
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_cond_destroy(&c);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, waiter, NULL);
  pthread_create(&two, NULL, closer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
