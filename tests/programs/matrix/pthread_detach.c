// expect: verified
// primitive: pthread_detach
// exit: 0
//
// A thread may detach itself; nobody joins it.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void* worker(void* arg) {
  pthread_detach(pthread_self());
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&done, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&done);
  return 0;
}
