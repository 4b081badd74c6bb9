// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// The destructor of a key, which runs when the thread ends.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int z;
static pthread_key_t key;

static void locks(void* value) {
  (void)value;
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
}
static void* has_value(void* argument) {
  pthread_setspecific(key, &x);
  z = 1;
  return argument;
}

int main() {
  pthread_key_create(&key, locks);
  pthread_t t;
  pthread_create(&t, NULL, has_value, NULL);
  pthread_mutex_lock(&m);
  const int seen = x;
  pthread_mutex_unlock(&m);
  assert(seen == 0);
  pthread_join(t, NULL);
}
