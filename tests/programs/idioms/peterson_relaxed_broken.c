// expect: race on x
// lines: 23
//
// Peterson's algorithm with relaxed atomics: no two threads are inside at once in any interleaving, and still nothing
// orders the one's work before the other's.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int interested[2];
static atomic_int turn;
static int x;
static const int number[2] = {0, 1};

static int get(atomic_int* a) { return atomic_load_explicit(a, memory_order_relaxed); }
static void set(atomic_int* a, int value) { atomic_store_explicit(a, value, memory_order_relaxed); }

static void* worker(void* arg) {
  int me = *(const int*)arg, other = 1 - me;
  set(&interested[me], 1);
  set(&turn, other);
  while (get(&interested[other]) && get(&turn) == other) {
  }
  x++;
  set(&interested[me], 0);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void*)&number[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
