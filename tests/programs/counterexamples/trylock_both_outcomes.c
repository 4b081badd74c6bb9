// expect: verified
// exit: 0 1
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// lock m; unlock m | r=trylock(m). Both results are possible; if the unlock is no scheduling point only one is seen.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int failed;

static void* holder(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

static void* tries(void* arg) {
  failed = pthread_mutex_trylock(&m) != 0;
  if (!failed) pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, holder, NULL);
  pthread_create(&two, NULL, tries, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return failed;
}
