// expect: race
// detectors: exact
//
// realloc copies the old contents into the new block.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>

static _Atomic(char*) shared;

static void* reader(void* unused) {
  char* p = atomic_load_explicit(&shared, memory_order_relaxed);
  if (p) {
    volatile char c = *p;
    (void)c;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  char* p = realloc(strdup("text"), 64);
  atomic_store_explicit(&shared, p, memory_order_relaxed);
  pthread_join(t, NULL);
}
