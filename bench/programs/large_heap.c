// Critical sections in a program with KB kilobytes of heap, of which little changes: main writes all of it, and with each
// section one word of one of four pages. States and transitions are the same for every size.
#include <pthread.h>
#include <stdlib.h>

#ifndef KB
#define KB 64
#endif
#ifndef FILL
#define FILL 1
#endif
#define THREADS 4
#ifndef ROUNDS
#define ROUNDS 4
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static long* memory;

static void* work(void* unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    memory[counter % 4 * 512]++;
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  const size_t words = KB * 1024 / sizeof *memory;
  memory = malloc(words * sizeof *memory);
  for (size_t i = 0; i < words; i += FILL) memory[i] = (long)i;
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  return counter == THREADS * ROUNDS ? 0 : 1;
}
