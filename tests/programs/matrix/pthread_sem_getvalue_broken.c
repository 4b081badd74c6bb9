// expect: race on value
// lines: 13, 21
// primitive: sem_getvalue
//
// To see the count above zero is not to have waited: it orders nothing.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int value, got;

static void* producer(void* arg) {
  value = 1;
  sem_post(&s);
  return arg;
}

static void* looker(void* arg) {
  int count;
  sem_getvalue(&s, &count);
  if (count > 0) got = value;
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 0);
  pthread_create(&one, NULL, producer, NULL);
  pthread_create(&two, NULL, looker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
