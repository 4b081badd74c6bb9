// expect: misuse
// lines: 14
// primitive: pthread_mutex_destroy
//
// A thread that comes late finds the mutex destroyed.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t gone;

static void* worker(void* arg) {
  sem_wait(&gone);
  pthread_mutex_trylock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&gone, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_destroy(&m);
  sem_post(&gone);
  pthread_join(thread, NULL);
  return 0;
}
