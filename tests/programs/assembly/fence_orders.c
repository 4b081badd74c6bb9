// expect: race on data
// lines: 10, 20
//
// A compiler barrier orders nothing between threads; the twin with mfence (fence_publishes.c) is right.
#include <pthread.h>
static _Atomic int ready;
static int data;
static void* worker(void* argument) {
  /* here */
  data = 1;
  __asm__ __volatile__("" ::: "memory");
  __atomic_store_n((int*)&ready, 1, __ATOMIC_RELAXED);
  return argument;
}
int main(void) {
  pthread_t t;
  int value = 0;
  pthread_create(&t, 0, worker, 0);
  if (__atomic_load_n((int*)&ready, __ATOMIC_RELAXED)) {
    value = data;
  }
  pthread_join(t, 0);
  return value > 1;
}
