// expect: verified
// exit: never
// search: auto stateful best-first
//
// A barrier with a sense, passed forever.
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
    atomic_store(&sense, *mine);
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
    if (cell[1 - i] != cell[i]) __builtin_trap();
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
