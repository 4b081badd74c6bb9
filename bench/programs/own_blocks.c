// Two threads that allocate and free COUNT blocks of SIZE bytes each, between two scheduling points.
#include <pthread.h>
#include <stdlib.h>

static void* work(void* unused) {
  for (long i = 0; i < COUNT; ++i) {
    char* const block = malloc(SIZE);
    if (block == 0) abort();
    block[0] = 1;
    free(block);
  }
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
  return 0;
}
