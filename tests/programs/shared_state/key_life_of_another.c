// expect: verified
//
// The value that a thread left under a key that is gone is not the new key's, though it may have the same number: the new
// destructor is not called for it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t old, new;
static sem_t set, replaced;

static void destroy(void* value) {
  (void)value;
  assert(0);
}

static void* worker(void* value) {
  pthread_setspecific(old, value);
  sem_post(&set);
  sem_wait(&replaced);
  assert(pthread_getspecific(new) == 0);
  return 0;
}

int main(void) {
  pthread_t t;
  int value;
  sem_init(&set, 0, 0);
  sem_init(&replaced, 0, 0);
  pthread_key_create(&old, 0);
  pthread_create(&t, 0, worker, &value);
  sem_wait(&set);
  pthread_key_delete(old);
  pthread_key_create(&new, destroy);
  sem_post(&replaced);
  pthread_join(t, 0);
  return 0;
}
