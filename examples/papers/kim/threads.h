// What the programs here have in common: N threads that do work(0), ... work(N - 1).
#include <pthread.h>

static void work(int me);

static void *run_work(void *me) {
  work((int)(long)me);
  return 0;
}

static void run_threads(int count) {
  pthread_t thread[8];
  for (int i = 0; i < count; i++) pthread_create(&thread[i], 0, run_work, (void *)(long)i);
  for (int i = 0; i < count; i++) pthread_join(thread[i], 0);
}
