// expect: verified
// primitive: sem_timedwait
// exit: 0
//
// Ten milliseconds from now, until somebody has posted; and a second thread that only tries.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void* patient(void* arg) {
  struct timespec soon;
  do {
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_nsec += 10000000;
    if (soon.tv_nsec >= 1000000000) {
      soon.tv_sec++;
      soon.tv_nsec -= 1000000000;
    }
  } while (sem_timedwait(&s, &soon) != 0);
  return arg;
}

static void* impatient(void* arg) {
  while (sem_trywait(&s) != 0) {
  }
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 0);
  pthread_create(&one, NULL, patient, NULL);
  pthread_create(&two, NULL, impatient, NULL);
  sem_post(&s);
  sem_post(&s);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
