// expect: verified
// visible: sync all
//
// Two threads that write the new key to variables that others look at: between the two halves of the call there may be
// other threads, and their keys are others.
#include <assert.h>
#include <pthread.h>

static pthread_key_t a, b;
static int destroyed[2];
static void destroy(void* place) { *(int*)place += 1; }

static void* worker(void* key) {
  assert(pthread_key_create(key, destroy) == 0);
  assert(pthread_setspecific(*(pthread_key_t*)key, &destroyed[key == &b]) == 0);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, &a);
  pthread_create(&u, 0, worker, &b);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(a != b && destroyed[0] == 1 && destroyed[1] == 1);
  return 0;
}
