// expect: misuse
// primitive: sem_init
// primitive: sem_destroy
//
// Two threads each believe to be the last user.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* worker(void* arg) {
  sem_wait(&s);
  sem_destroy(&s);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 2);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
