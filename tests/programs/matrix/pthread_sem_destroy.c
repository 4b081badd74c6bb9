// expect: verified
// primitive: sem_init
// primitive: sem_destroy
// exit: 0
//
// A semaphore that is destroyed after its last use, and begins a second life; one that processes could share.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* worker(void* arg) {
  sem_wait(&s);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 1, 0);
  sem_post(&s);
  sem_post(&s);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(sem_destroy(&s) == 0);
  sem_init(&s, 0, 1);
  sem_wait(&s);
  sem_destroy(&s);
  return 0;
}
