// expect: race
// detectors: exact
//
// asprintf writes the text into a block of its own.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static _Atomic(char*) shared;

static void* reader(void* unused) {
  char* p = atomic_load_explicit(&shared, memory_order_relaxed);
  if (p) {
    volatile char c = p[1];
    (void)c;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  char* p;
  if (asprintf(&p, "%d", 42) != 2) return 1;
  atomic_store_explicit(&shared, p, memory_order_relaxed);
  pthread_join(t, NULL);
}
