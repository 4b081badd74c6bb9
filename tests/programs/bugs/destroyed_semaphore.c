// expect: misuse
// lines: 21
//
// A post to a semaphore that was destroyed.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* worker(void* arg) {
  sem_wait(&s);
  sem_destroy(&s);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&s, 0, 1);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  sem_post(&s);
  return 0;
}
