// expect: exit
//
// Two threads end the process, with different statuses: who comes first is a scheduling decision, or one of the two
// final states is never seen.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t s;

static void *leaver(void *unused) {
  sem_wait(&s);
  exit(3);
  return unused;
}

static void *parent(void *unused) {
  pthread_t child;
  pthread_create(&child, NULL, leaver, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&s, 0, 1);
  pthread_create(&thread, NULL, parent, NULL);
  return 0;
}
