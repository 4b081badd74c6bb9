// expect: verified
//
// Handles of threads that have ended but were not joined are good; those of detached threads as long as they cannot have
// ended; a thread's own always; and pthread_equal may compare anything.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>

static sem_t named, ended;
static void *posts(void *argument) {
  pthread_setname_np(pthread_self(), "own");
  sem_post(&ended);
  return argument;
}
static void *waits(void *argument) {
  pthread_detach(pthread_self());
  sem_wait(&named);
  return argument;
}

int main(void) {
  pthread_t joined, detached, self = pthread_self();
  sem_init(&named, 0, 0);
  sem_init(&ended, 0, 0);
  pthread_create(&joined, 0, posts, 0);
  sem_wait(&ended);
  pthread_setname_np(joined, "ended");
  pthread_setschedprio(joined, 0);
  pthread_cancel(joined);
  pthread_join(joined, 0);
  pthread_create(&detached, 0, waits, 0);
  pthread_setname_np(detached, "waits");
  pthread_cancel(self == detached ? self : detached);
  sem_post(&named);
  return pthread_equal(joined, self);
}
