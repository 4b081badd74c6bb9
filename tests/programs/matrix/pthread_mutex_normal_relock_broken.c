// expect: misuse
// lines: 12
// primitive: pthread_mutex (normal)
//
// A normal mutex is locked again by its owner, in a helper function: the thread would wait for itself.
#include <pthread.h>

static pthread_mutex_t m;
static int count;

static void add(void) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
}

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  if (count == 0) add();
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_mutex_init(&m, NULL);
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
