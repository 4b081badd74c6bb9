// expect: verified
// exit: 0 1
// visible: sync all
//
// A key that is deleted before its value is set, between that and the end of the thread, or after it.
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int destroyed;
static void destroy(void* unused) {
  (void)unused;
  destroyed = 1;
}

static void* worker(void* value) {
  pthread_setspecific(key, value);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, destroy);
  pthread_create(&t, 0, worker, &key);
  pthread_key_delete(key);
  pthread_join(t, 0);
  return destroyed;
}
