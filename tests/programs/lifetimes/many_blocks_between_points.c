// expect: verified
// search: dfs dpor
//
// Thousands of blocks come and go between two scheduling points, some of them for the second time, and what is kept
// over the points must still be there when the search comes back to them: every byte of it, and nothing else.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void come_and_go(size_t size, int count) {
  for (int i = 0; i < count; ++i) {
    char* const block = malloc(size);
    assert(block != 0 && block[0] == 0 && block[size - 1] == 0);
    block[0] = block[size - 1] = 1;
    free(block);
  }
}

static void* work(void* unused) {
  char* kept[3];
  come_and_go(40001, 300);
  for (int i = 0; i < 2; ++i) {
    kept[i] = malloc(1000 + 3 * (size_t)i);
    memset(kept[i], 7, 1000 + 3 * (size_t)i);
    pthread_mutex_lock(&m);
    ++turns;
    pthread_mutex_unlock(&m);
    come_and_go(21, 1500);
    come_and_go(50001, 100);
  }
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 1000 + 3 * i; ++k) assert(kept[i][k] == 7);
    free(kept[i]);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(turns == 4);
  return 0;
}
