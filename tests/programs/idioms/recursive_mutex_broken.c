// expect: misuse
// lines: 12
// visible: sync all
//
// recursive_mutex.c with a mutex of the default kind: its owner would wait for itself.
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void inner(void) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
}

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  inner();
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_mutex_init(&m, NULL);
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return x - 1;
}
