// expect: livelock
// primitive: sem_timedwait
//
// One post for two that wait.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void* patient(void* arg) {
  struct timespec soon;
  do {
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_sec += 1;
  } while (sem_timedwait(&s, &soon) != 0);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 0);
  pthread_create(&one, NULL, patient, NULL);
  pthread_create(&two, NULL, patient, NULL);
  sem_post(&s);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
