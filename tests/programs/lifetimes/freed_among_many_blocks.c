// expect: memory
// lines: 32
// search: dfs dpor
//
// As many_blocks_between_points.c. A block that was freed is used in the order that comes last: the search has gone back
// over thousands of other blocks before.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turn;
static char* shared;

static void come_and_go(size_t size, int count) {
  for (int i = 0; i < count; ++i) free(malloc(size));
}

static void* give_up(void* unused) {
  come_and_go(40001, 300);
  pthread_mutex_lock(&m);
  free(shared);
  turn = 1;
  pthread_mutex_unlock(&m);
  come_and_go(21, 1500);
  return unused;
}

static void* use(void* unused) {
  come_and_go(21, 3000);
  pthread_mutex_lock(&m);
  if (turn == 1)
    shared[99] = 1;
  else
    shared[100] = 1;
  pthread_mutex_unlock(&m);
  come_and_go(50001, 100);
  return unused;
}

int main(void) {
  shared = malloc(101);
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, give_up, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
