// expect: verified
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// A spin over two variables, written one after the other: each write may fall between the two reads of a round.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void* spins(void* arg) {
  while (atomic_load(&a) + atomic_load(&b) < 2) {
  }
  return arg;
}

static void* writes(void* arg) {
  atomic_store(&a, 1);
  atomic_store(&b, 1);
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
