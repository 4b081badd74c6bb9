// expect: memory
// lines: 15
// primitive: pthread_key
//
// Both threads register the same block: it is freed twice.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* shared;

static void destroy(void* value) {
  pthread_mutex_lock(&m);
  free(value);
  pthread_mutex_unlock(&m);
}

static void* worker(void* arg) {
  pthread_setspecific(key, shared);
  return arg;
}

int main(void) {
  pthread_t one, two;
  shared = malloc(4);
  pthread_key_create(&key, destroy);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
