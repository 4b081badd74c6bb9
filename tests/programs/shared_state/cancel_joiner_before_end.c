// expect: verified
// exit: 0 1
//
// The last that a thread does is to let go of a semaphore: when others notice that, it may not have ended yet, and who waits
// for its end can still be cancelled.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static pthread_t worker;

static void* work(void* unused) {
  sem_post(&done);
  return unused;
}
static void* wait_for_it(void* unused) {
  pthread_join(worker, 0);
  return unused;
}

int main(void) {
  pthread_t waiter;
  void* result;
  sem_init(&done, 0, 0);
  pthread_create(&worker, 0, work, 0);
  pthread_create(&waiter, 0, wait_for_it, 0);
  sem_wait(&done);
  pthread_cancel(waiter);
  pthread_join(waiter, &result);
  return result == PTHREAD_CANCELED;
}
