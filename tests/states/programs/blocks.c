// Blocks that are handed from thread to thread, freed by whoever has them last, and used again once nobody can reach
// them; one is kept by a pointer for longer. Small ones, and one of several pages.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char* passed;
static char* kept;

static void* work(void* argument) {
  const size_t size = argument ? 24 : 9000;
  for (int i = 0; i < 2; i++) {
    char* mine = malloc(size);
    memset(mine, 7, size);
    pthread_mutex_lock(&m);
    char* other = passed;
    passed = mine;
    if (i == 0 && argument) kept = other;
    pthread_mutex_unlock(&m);
    free(other);
    char* more = calloc(1, 40);
    if (more[39] != 0) abort();
    more[0] = 1;
    pthread_mutex_lock(&m);
    if (more[0] != 1) abort();
    pthread_mutex_unlock(&m);
    free(more);
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, work, 0);
  pthread_create(&t[1], 0, work, &m);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  free(passed);
  return kept != 0 && kept == passed;
}
