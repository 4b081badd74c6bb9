// expect: misuse
// lines: 22
// primitive: pthread_detach
//
// The thread has detached itself before, or main does so after: a second time either way.
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
  pthread_detach(thread);
  return 0;
}
