// primitive: pthread_setcancelstate
// expect: deadlock
//
// The thread never allows requests again: it waits for ever, and the join with it.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void* waits(void* arg) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  sem_wait(&never);
  return arg;
}

int main(void) {
  sem_init(&never, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
}
