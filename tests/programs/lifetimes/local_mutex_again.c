// expect: verified
//
// Each call has a mutex, a condition and a rwlock of its own, which come to life in the place of those of the call
// before.
#include <pthread.h>

static void use(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_destroy(&l);
  pthread_cond_destroy(&c);
  pthread_mutex_destroy(&m);
}

static void* worker(void* unused) {
  use();
  use();
  return 0;
}

int main(void) {
  use();
  use();
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  use();
  pthread_join(t, 0);
}
