// expect: misuse
// message: use as a mutex of a synchronisation object that is a semaphore
// lines: 12
//
#include <pthread.h>
#include <semaphore.h>

static union { sem_t s; pthread_mutex_t m; } both;

int main(void) {
  sem_init(&both.s, 0, 1);
  pthread_mutex_lock(&both.m);
  return 0;
}
