// expect: verified
// primitive: pthread_cond_destroy
// exit: 0
//
// A condition may be destroyed as soon as all that waited for it were woken, though they have not run yet.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
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
  pthread_cond_broadcast(&c);
  pthread_cond_destroy(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_cond_init(&c, NULL);
  pthread_create(&one, NULL, waiter, NULL);
  pthread_create(&two, NULL, closer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
