// What the programs here have in common: N threads that do work(0), ... work(N - 1).
#include <pthread.h>

static void work(int me);

static void *run_work(void *me) {
  work((int)(long)me);
  return 0;
}

static void run_from(int first, int count) {
  pthread_t thread[8];
  for (int i = first; i < count; i++) pthread_create(&thread[i], 0, run_work, (void *)(long)i);
  if (first > 0) work(0);
  for (int i = first; i < count; i++) pthread_join(thread[i], 0);
}

// The tests of the book and of Amino: main waits for all of them.
static inline void run_threads(int count) { run_from(0, count); }

// The Java Grande benchmarks: main is the first of them.
static inline void run_threads_and_main(int count) { run_from(1, count); }
