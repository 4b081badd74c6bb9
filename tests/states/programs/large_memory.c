// A state of many pages, of which each step changes a few: fingerprints by page must tell what the exact image tells.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { kWords = 1 << 16 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *large, table[20000];

static void* worker(void* argument) {
  const int n = (int)(long)argument;
  for (int round = 0; round < 2; round++) {
    pthread_mutex_lock(&m);
    large[(n * 7919 + round * 4096) % kWords] += n;
    table[round * 1024] ^= n;
    int* mine = malloc(3 * 4096 * (unsigned)n);
    memset(mine, n, 4096);
    if (round == 0) free(mine);
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  large = calloc(kWords, sizeof *large);
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, (void*)(i + 1));
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
