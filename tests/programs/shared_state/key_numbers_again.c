// expect: verified
//
// More keys than there are numbers, one after the other: a number that was given back is used again, and nobody has a
// value under the new key yet.
#include <assert.h>
#include <pthread.h>

static void* worker(void* value) {
  for (int i = 0; i < 1100; i++) {
    pthread_key_t key;
    assert(pthread_key_create(&key, 0) == 0);
    assert(pthread_getspecific(key) == 0);
    assert(pthread_setspecific(key, value) == 0);
    assert(pthread_getspecific(key) == value);
    assert(pthread_key_delete(key) == 0);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  int value;
  pthread_create(&t, 0, worker, &value);
  pthread_join(t, 0);
  worker(&value);
  return 0;
}
