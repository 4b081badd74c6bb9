// expect: deadlock
// exit: 0
// flags: --keep-going
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// As blocked_operations.c, but the second thread waits only if it finds the flag that the first one sets between its
// post and its wait: most interleavings end well.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int between;
static sem_t s;

static void* posts_and_waits(void* arg) {
  sem_post(&s);
  atomic_store(&between, 1);
  sem_wait(&s);
  atomic_store(&between, 0);
  return arg;
}

static void* waits_sometimes(void* arg) {
  if (atomic_load(&between)) sem_wait(&s);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 0);
  pthread_create(&one, NULL, posts_and_waits, NULL);
  pthread_create(&two, NULL, waits_sometimes, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
