// THREADS threads, each with ROUNDS critical sections on a lock of its own: nothing that one does matters to another, so
// one execution covers all.
#include <pthread.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

static pthread_mutex_t locks[THREADS];
static int counters[THREADS];

static void* work(void* which) {
  const long own = (long)which;
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&locks[own]);
    counters[own]++;
    pthread_mutex_unlock(&locks[own]);
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_mutex_init(&locks[i], 0);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, (void*)i);
  int sum = 0;
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], 0);
    sum += counters[i];
  }
  return sum == THREADS * ROUNDS ? 0 : 1;
}
