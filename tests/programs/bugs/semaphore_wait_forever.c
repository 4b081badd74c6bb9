// expect: deadlock
// visible: sync all
//
// Two waits, one post, everybody blocked in the end.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* worker(void* arg) {
  sem_wait(&s);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 0);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  sem_post(&s);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
