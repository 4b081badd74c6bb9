// expect: assertion
// lines: 25
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// lock m; f=1; unlock m | if(f) if(trylock(m)!=0) fail. The trylock may come between f=1 and the unlock: an unlock is a
// scheduling point in a program that can notice it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int f;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* holder(void* arg) {
  pthread_mutex_lock(&m);
  atomic_store(&f, 1);
  pthread_mutex_unlock(&m);
  return arg;
}

static void* tries(void* arg) {
  if (atomic_load(&f)) {
    int failed = pthread_mutex_trylock(&m);
    assert(!failed);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, holder, NULL);
  pthread_create(&two, NULL, tries, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
