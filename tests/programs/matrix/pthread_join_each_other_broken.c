// expect: deadlock
// lines: 16, 22
// primitive: pthread_create
// primitive: pthread_join
// cycle: 2
//
// Two threads wait for each other's end.
#include <pthread.h>
#include <semaphore.h>

static pthread_t one, two;
static sem_t known;

static void* first(void* arg) {
  sem_wait(&known);
  pthread_join(two, NULL);
  return arg;
}

static void* second(void* arg) {
  sem_wait(&known);
  pthread_join(one, NULL);
  return arg;
}

int main(void) {
  sem_init(&known, 0, 0);
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  sem_post(&known);
  sem_post(&known);
  pthread_exit(NULL);
}
