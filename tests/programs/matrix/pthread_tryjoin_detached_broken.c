// expect: misuse
// lines: 27
// message: detached
// primitive: pthread_tryjoin_np
//
// Another thread may have detached it before the attempt. It waits for main, so it does not end by itself.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static pthread_t target;
static sem_t end;

static void* leaf(void* arg) {
  sem_wait(&end);
  return arg;
}
static void* detacher(void* arg) { return pthread_detach(target), arg; }

int main(void) {
  pthread_t one;
  sem_init(&end, 0, 0);
  pthread_create(&target, NULL, leaf, NULL);
  pthread_create(&one, NULL, detacher, NULL);
  sched_yield();
  pthread_tryjoin_np(target, NULL);
  sem_post(&end);
  pthread_join(one, NULL);
  pthread_exit(NULL);
}
