// expect: race on slot
// lines: 15, 25
// visible: sync all
//
// semaphore_handoff.c where the slot counts as empty twice: the producer may overwrite what is being read.
#include <pthread.h>
#include <semaphore.h>

static sem_t full, empty;
static int slot;

static void* producer(void* arg) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&empty);
    slot = i;
    sem_post(&full);
  }
  return arg;
}

static void* consumer(void* arg) {
  int sum = 0;
  for (int i = 1; i <= 2; i++) {
    sem_wait(&full);
    sum += slot;
    sem_post(&empty);
  }
  return sum == 3 ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 2);
  pthread_create(&one, NULL, producer, NULL);
  pthread_create(&two, NULL, consumer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
