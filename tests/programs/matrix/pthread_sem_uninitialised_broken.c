// expect: misuse
// lines: 13
// primitive: sem_init
// primitive: sem_destroy
//
// A semaphore that nobody initialised.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* worker(void* arg) {
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
