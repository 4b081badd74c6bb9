// expect: verified
// primitive: sem_wait
// primitive: sem_post
// exit: 0
//
// Two semaphores pass the turn to and fro.
#include <pthread.h>
#include <semaphore.h>

static sem_t mine, yours;
static int count;

static void* first(void* arg) {
  sem_wait(&mine);
  count++;
  sem_post(&yours);
  return arg;
}

static void* second(void* arg) {
  sem_wait(&yours);
  count *= 10;
  sem_post(&mine);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&mine, 0, 1);
  sem_init(&yours, 0, 0);
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return count != 10;
}
