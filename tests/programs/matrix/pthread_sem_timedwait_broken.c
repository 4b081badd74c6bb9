// expect: race on value
// lines: 16, 21
// primitive: sem_timedwait
//
// A time-out is taken for a post.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;
static int value, seen;

static void* consumer(void* arg) {
  struct timespec soon = {1, 0};
  sem_timedwait(&s, &soon);
  seen = value;
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
