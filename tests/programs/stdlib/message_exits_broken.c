// expect: exit
//
// errx ends the process from whichever thread, with the status that it is given.
#include <err.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int first;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  if (!first) errx(3, "%s", "too early");
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  first = 1;
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
  return 0;
}
