// expect: misuse
// message: initialisation of
// lines: 15
// search: dfs dpor optimal selective invisible-first composed
// visible: all
// flags: --property misuse
//
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside;

static void *initialises(void *argument) {
  pthread_mutex_init(&m, 0);
  return argument;
}
static void *locks(void *argument) {
  pthread_mutex_lock(&m);
  atomic_fetch_add(&inside, 1);
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, locks, 0);
  pthread_create(&second, 0, initialises, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
