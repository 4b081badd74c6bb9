// expect: deadlock
// visible: sync all
//
// condition_unlocked_flag_broken.c with an atomic flag: the race is gone, the lost signal is not. The flag may be set
// and the signal sent between the waiter's test and its wait.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  while (!atomic_load(&ready)) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  atomic_store(&ready, 1);
  pthread_cond_signal(&c);
  pthread_join(thread, NULL);
  return 0;
}
