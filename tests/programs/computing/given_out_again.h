// A block that a loop has written and read is freed, and the next one lies on the same line, or in the same place. What
// was known of the first says nothing of the second, which another thread knows, too.
#include <pthread.h>
#include <stdlib.h>

enum { kCount = 8 };
static int *shared;

static void fill(int *values, int with) {
  for (int time = 0; time < 2; time++)
    for (int i = 0; i < kCount; i += 1 + (with & 1)) values[i] += with;
}

static void *worker(void *argument) {
  fill(shared, 2);
  return argument;
}

int main(void) {
  for (int round = 0; round < 3; round++) {
    int *block = calloc(kCount, sizeof *block);
    fill(block, 4);
    shared = block;
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (!kOrdered && round == 2) fill(block, 6);
    pthread_join(t, 0);
    fill(block, 8);
    free(block);
  }
  return 0;
}
