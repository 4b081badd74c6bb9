// expect: verified
// search: dpor optimal
//
// A flag is looked at a thousand times, with a pause in between, before the thread waits for a condition.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int ready;
static int message;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *receive(void *unused) {
  for (int i = 0; i < 1000 && !atomic_load(&ready); ++i) __asm__ volatile("pause" ::: "memory");
  for (unsigned left = 1000; left != 0 && !atomic_load(&ready); left--) sched_yield();
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&ready)) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  assert(message == 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, receive, 0);
  pthread_create(&two, 0, receive, 0);
  message = 1;
  pthread_mutex_lock(&mutex);
  atomic_store(&ready, 1);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
