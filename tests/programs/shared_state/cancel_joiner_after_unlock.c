// expect: verified
// exit: 0 1
//
// The same with a mutex as the last thing that it unlocks.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static pthread_t worker;

static void* work(void* unused) {
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  return unused;
}
static void* wait_for_it(void* unused) {
  pthread_join(worker, 0);
  return unused;
}

int main(void) {
  pthread_t waiter;
  void* result;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&waiter, 0, wait_for_it, 0);
  pthread_mutex_lock(&m);
  const int was_done = done;
  pthread_mutex_unlock(&m);
  pthread_cancel(waiter);
  pthread_join(waiter, &result);
  return was_done && result == PTHREAD_CANCELED;
}
