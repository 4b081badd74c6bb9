// expect: verified
// primitive: pthread_self
// primitive: pthread_equal
// exit: 0
//
// A thread knows itself by the name that its creator got.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t main_thread, child;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  assert(pthread_equal(pthread_self(), child));
  pthread_mutex_unlock(&m);
  assert(!pthread_equal(pthread_self(), main_thread));
  return arg;
}

int main(void) {
  main_thread = pthread_self();
  pthread_mutex_lock(&m);
  pthread_create(&child, NULL, worker, NULL);
  pthread_mutex_unlock(&m);
  assert(pthread_equal(main_thread, pthread_self()));
  pthread_join(child, NULL);
  return 0;
}
