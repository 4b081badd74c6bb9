// expect: verified
// exit: 0 1
// visible: sync all
//
// A key that is deleted before or after another thread gives it a value: the value is refused, or taken.
#include <errno.h>
#include <pthread.h>

static pthread_key_t key;
static int error;

static void* worker(void* value) {
  error = pthread_setspecific(key, value);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, 0);
  pthread_create(&t, 0, worker, &error);
  pthread_key_delete(key);
  pthread_join(t, 0);
  return error == EINVAL;
}
