// expect: race on x
// lines: 16, 23
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// Both threads pass the barrier, write x, and pass the barrier again. The fast one may arrive the second time before
// the slow one has left the first time: with one token per barrier instead of one per generation the slow one would
// learn of the fast one's write.
#include <pthread.h>

static int x;
static pthread_barrier_t barrier;

static void* fast(void* arg) {
  pthread_barrier_wait(&barrier);
  x = 1;
  pthread_barrier_wait(&barrier);
  return arg;
}

static void* slow(void* arg) {
  pthread_barrier_wait(&barrier);
  x = 2;
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&one, NULL, fast, NULL);
  pthread_create(&two, NULL, slow, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
