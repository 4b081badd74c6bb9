// Critical sections in a program with KB kilobytes of memory beside them. Each section writes one word of that memory:
// always the same one, or with SPREAD one of that many pages. The executions are the same for every size.
#include <pthread.h>

#ifndef KB
#define KB 16
#endif
#ifndef SPREAD
#define SPREAD 1
#endif
#define THREADS 3
#define ROUNDS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static long memory[KB * 1024 / sizeof(long)];

static void* work(void* unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    memory[counter % SPREAD * 512]++;
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  return counter == THREADS * ROUNDS ? 0 : 1;
}
