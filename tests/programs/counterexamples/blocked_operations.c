// expect: deadlock
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// sem_post(s); sem_wait(s) | a=1; sem_wait(s). One post for two waits: somebody always stays behind. Reduction by
// summaries that hold only executed operations, not blocked ones, may lose it.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int a;
static sem_t s;

static void* posts_and_waits(void* arg) {
  sem_post(&s);
  sem_wait(&s);
  return arg;
}

static void* stores_and_waits(void* arg) {
  atomic_store(&a, 1);
  sem_wait(&s);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 0);
  pthread_create(&one, NULL, posts_and_waits, NULL);
  pthread_create(&two, NULL, stores_and_waits, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
