// expect: race on x
// lines: 15, 22
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// x=1; sem_post(s) | sem_wait(s); x=2 with s=1. Post and wait commute as far as the count goes, but the order decides
// whether there is a happens-before edge: both orders must be tried.
#include <pthread.h>
#include <semaphore.h>

static int x;
static sem_t s;

static void* poster(void* arg) {
  x = 1;
  sem_post(&s);
  return arg;
}

static void* waiter(void* arg) {
  sem_wait(&s);
  x = 2;
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 1);
  pthread_create(&one, NULL, poster, NULL);
  pthread_create(&two, NULL, waiter, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
