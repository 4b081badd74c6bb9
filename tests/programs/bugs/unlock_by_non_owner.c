// expect: misuse
// lines: 24
//
// A mutex held by one thread is unlocked by another.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t held, released;

static void* owner(void* arg) {
  pthread_mutex_lock(&m);
  sem_post(&held);
  sem_wait(&released);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&held, 0, 0);
  sem_init(&released, 0, 0);
  pthread_create(&thread, NULL, owner, NULL);
  sem_wait(&held);
  pthread_mutex_unlock(&m);
  sem_post(&released);
  pthread_join(thread, NULL);
  return 0;
}
