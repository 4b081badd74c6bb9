// expect: verified
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// while(a==0); with a write that may fall between the last read and the loop's back edge: the spinning thread must not
// go to sleep on the old value.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a;
static int x;

static void* spins(void* arg) {
  while (atomic_load(&a) == 0) {
  }
  return x == 1 ? arg : NULL;
}

static void* writes(void* arg) {
  x = 1;
  atomic_store(&a, 1);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, spins, NULL);
  pthread_create(&two, NULL, writes, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
