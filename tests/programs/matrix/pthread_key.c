// expect: verified
// primitive: pthread_key
// exit: 0
//
// Each thread has its own value, null at first; its destructor gets it when the thread ends.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void destroy(void* value) {
  pthread_mutex_lock(&m);
  sum += *(int*)value;
  pthread_mutex_unlock(&m);
  free(value);
}

static void* worker(void* arg) {
  assert(pthread_getspecific(key) == NULL);
  int* mine = malloc(sizeof *mine);
  *mine = 1;
  pthread_setspecific(key, mine);
  ++*(int*)pthread_getspecific(key);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_key_create(&key, destroy);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return sum != 4;
}
