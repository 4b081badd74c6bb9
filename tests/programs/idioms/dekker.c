// expect: verified
//
// Dekker's algorithm with sequentially consistent atomics.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static int x;
static const int number[2] = {0, 1};

static void* worker(void* arg) {
  int me = *(const int*)arg, other = 1 - me;
  wants[me] = 1;
  while (wants[other]) {
    if (turn == me) continue;
    wants[me] = 0;
    while (turn != me) {
    }
    wants[me] = 1;
  }
  x++;
  turn = other;
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void*)&number[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return x - 2;
}
