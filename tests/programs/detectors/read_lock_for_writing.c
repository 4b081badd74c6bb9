// expect: race on x
// detectors: exact
// expect(eraser): discipline on x
// message(eraser): so far {l}, now a write with {l} held for reading
// expect(locking-discipline): discipline on x
//
// A read lock does not protect a write.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&l);
  int seen = x;
  (void)seen;
  pthread_rwlock_unlock(&l);
  return unused;
}

static void *confused(void *unused) {
  pthread_rwlock_rdlock(&l);
  x = 1;
  pthread_rwlock_unlock(&l);
  return unused;
}

int main(void) {
  pthread_t a, b;
  x = 0;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, confused, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
