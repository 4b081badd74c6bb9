// expect: verified
// exit: 0 1
//
// A key that is deleted while a thread ends: its destructor is called for that thread, or not.
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int called;

static void destroy(void* unused) {
  (void)unused;
  called = 1;
}
static void* worker(void* ready) {
  pthread_setspecific(key, ready);
  pthread_barrier_wait(ready);
  return 0;
}

int main(void) {
  static pthread_barrier_t ready;
  pthread_barrier_init(&ready, 0, 2);
  pthread_key_create(&key, destroy);
  pthread_t t;
  pthread_create(&t, 0, worker, &ready);
  pthread_barrier_wait(&ready);
  pthread_key_delete(key);
  pthread_join(t, 0);
  return called;
}
