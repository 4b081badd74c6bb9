// expect: misuse
// lines: 13
//
// A mutex that is locked after it was destroyed (ordered by a semaphore: no race, plain misuse).
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m;
static sem_t destroyed;

static void* worker(void* arg) {
  sem_wait(&destroyed);
  pthread_mutex_lock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&m, NULL);
  sem_init(&destroyed, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_destroy(&m);
  sem_post(&destroyed);
  pthread_join(thread, NULL);
  return 0;
}
