// expect: verified
//
// Two threads create keys of their own at the same time: each gets another one, and its own destructor.
#include <assert.h>
#include <pthread.h>

static int destroyed[2];
static void destroy(void* place) { *(int*)place += 1; }

static void* worker(void* place) {
  pthread_key_t key;
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, place);
  assert(pthread_getspecific(key) == place);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, &destroyed[0]);
  pthread_create(&b, 0, worker, &destroyed[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(destroyed[0] == 1 && destroyed[1] == 1);
  return 0;
}
