// expect: verified
// exit: 10 11 12 20 22
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// a=2 | r=b; if(a==0) sem_wait(s) | if(a==2) a=1, with s=1 so that nobody stays blocked. The exit status is
// 10 * (final a) + (the a that the second thread saw). A dpor with sleep sets that looks at the last dependent
// transition only does not reach all five.
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
  sem_init(&s, 0, 1);
  pthread_create(&t[0], NULL, first, NULL);
  pthread_create(&t[1], NULL, second, NULL);
  pthread_create(&t[2], NULL, third, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 10 * atomic_load(&a) + seen;
}
