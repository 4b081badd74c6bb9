// expect: race on sum
// lines: 11
// primitive: pthread_key
//
// Destructors run in the thread that ends, with no order between two of them.
#include <pthread.h>

static pthread_key_t key;
static int sum;

static void destroy(void* value) { sum += *(int*)value; }

static void* worker(void* arg) {
  static const int one = 1;
  pthread_setspecific(key, &one);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_key_create(&key, destroy);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
