// expect: race on x
// lines: 13
// visible: sync all
//
// trylock.c with the result looked at too late.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void* worker(void* arg) {
  int failed = pthread_mutex_trylock(&m);
  x++;
  if (!failed) pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
