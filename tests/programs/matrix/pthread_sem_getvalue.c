// expect: verified
// primitive: sem_getvalue
// exit: 1 2 3
//
// The count at one moment of the interleaving.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int seen;

static void* poster(void* arg) {
  sem_post(&s);
  sem_post(&s);
  return arg;
}

static void* looker(void* arg) {
  assert(sem_getvalue(&s, &seen) == 0);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 1);
  pthread_create(&one, NULL, poster, NULL);
  pthread_create(&two, NULL, looker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  int last;
  sem_getvalue(&s, &last);
  assert(last == 3);
  return seen;
}
