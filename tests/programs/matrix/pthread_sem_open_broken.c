// expect: race on data
// primitive: sem_open
// lines: 16, 25
//
// Two names where one was meant; and the count is not zero.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int data;
//

static void* producer(void* arg) {
  sem_t* ready = sem_open("/ready", O_CREAT, 0600, 0);
  data = 7;
  sem_post(ready);
  return arg;
}
int main(void) {
  sem_t* ready = sem_open("/redy", O_CREAT, 0600, 1);
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  sem_wait(ready);
  int seen = data;
  pthread_join(thread, NULL);
  return seen;
}
