// expect: deadlock
// exit: 11 12 22
// flags: --keep-going
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// The same as all_final_states.c with s=0: where the second thread sees a==0 it waits for ever, and main with it.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int a, b;
static sem_t s;
static int seen;

static void* first(void* arg) {
  atomic_store(&a, 2);
  return arg;
}

static void* second(void* arg) {
  (void)atomic_load(&b);
  seen = atomic_load(&a);
  if (seen == 0) sem_wait(&s);
  return arg;
}

static void* third(void* arg) {
  if (atomic_load(&a) == 2) atomic_store(&a, 1);
  return arg;
}

int main(void) {
  pthread_t t[3];
  sem_init(&s, 0, 0);
  pthread_create(&t[0], NULL, first, NULL);
  pthread_create(&t[1], NULL, second, NULL);
  pthread_create(&t[2], NULL, third, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 10 * atomic_load(&a) + seen;
}
