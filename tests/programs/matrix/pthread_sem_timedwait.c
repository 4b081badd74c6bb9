// expect: verified
// primitive: sem_timedwait
// exit: 0 1
//
// The count comes in time or not.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;
static int value, seen;

static void* consumer(void* arg) {
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec++;
  if (sem_timedwait(&s, &soon) == 0)
    seen = value;
  else
    assert(errno == ETIMEDOUT);
  return arg;
}

static void* producer(void* arg) {
  value = 1;
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 0);
  pthread_create(&one, NULL, consumer, NULL);
  pthread_create(&two, NULL, producer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return seen;
}
