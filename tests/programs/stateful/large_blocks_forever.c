// expect: verified
// exit: never
// search: stateful best-first
//
// Blocks of many pages beside a large one that stays. States are told by pages there, and what a block held is gone when it
// was freed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char* large;
static int turn;

static void* serve(void* unused) {
  for (;;) {
    char* block = calloc(1, 20000);
    pthread_mutex_lock(&m);
    for (int i = 0; i < 20000; i += 4096) assert(block[i] == 0);
    for (int i = 0; i < 20000; i += 4096) block[i] = large[i] + 1;
    turn = !turn;
    pthread_mutex_unlock(&m);
    free(block);
  }
}

static void* look(void* unused) {
  pthread_mutex_lock(&m);
  assert(turn == 0 || turn == 1);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  large = calloc(1, 100000);
  pthread_t server, other;
  pthread_create(&server, 0, serve, 0);
  pthread_create(&other, 0, look, 0);
  pthread_join(other, 0);
  pthread_join(server, 0);
}
