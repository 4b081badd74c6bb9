// expect: verified
// primitive: sem_trywait
// exit: 0
//
// Whoever finds the count above zero may enter; the other gets EAGAIN.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int count;

static void* worker(void* arg) {
  if (sem_trywait(&s) == 0)
    count++;
  else
    assert(errno == EAGAIN);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 1);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return count != 1;
}
