// expect: livelock
// search: auto stateful best-first
//
// Whoever comes last forgets to turn the sense. It goes on alone to the next barrier, where it waits: both wait forever.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { kThreads = 2 };
static atomic_int count = kThreads, sense;
static int cell[kThreads];

static void barrier(int* mine) {
  *mine = !*mine;
  if (atomic_fetch_sub(&count, 1) == 1) {
    atomic_store(&count, kThreads);
  } else {
    while (atomic_load(&sense) != *mine) {
    }
  }
}

static void* work(void* number) {
  const int i = (int)(intptr_t)number;
  int mine = 0;
  for (;;) {
    cell[i] = !cell[i];
    barrier(&mine);
    barrier(&mine);
  }
  return 0;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], 0, work, (void*)(intptr_t)i);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], 0);
  return 0;
}
