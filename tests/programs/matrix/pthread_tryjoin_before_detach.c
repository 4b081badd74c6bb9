// expect: verified
// primitive: pthread_tryjoin_np
//
// Who has failed to join may detach. The attempt finds the thread running: it waits for what comes after.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t end;

static void* leaf(void* arg) {
  sem_wait(&end);
  return arg;
}

int main(void) {
  pthread_t target;
  sem_init(&end, 0, 0);
  pthread_create(&target, NULL, leaf, NULL);
  assert(pthread_tryjoin_np(target, NULL) == EBUSY);
  assert(pthread_detach(target) == 0);
  sem_post(&end);
  pthread_exit(NULL);
}
