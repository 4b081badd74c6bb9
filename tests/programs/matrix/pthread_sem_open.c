// expect: verified
// primitive: sem_open
// exit: 0
//
// Two threads meet at a semaphore by its name.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int data;

static void* producer(void* arg) {
  sem_t* ready = sem_open("/ready", O_CREAT, 0600, 0);
  data = 7;
  sem_post(ready);
  sem_close(ready);
  return arg;
}

int main(void) {
  assert(sem_open("/ready", 0) == SEM_FAILED && errno == ENOENT);
  sem_t* ready = sem_open("/ready", O_CREAT | O_EXCL, 0600, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  sem_wait(ready);
  assert(data == 7);
  pthread_join(thread, NULL);
  assert(sem_open("/ready", O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
  assert(sem_unlink("/ready") == 0);
  assert(sem_close(ready) == 0);
}
