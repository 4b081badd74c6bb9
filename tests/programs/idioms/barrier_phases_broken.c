// expect: race on cell
// lines: 16, 17
//
// barrier_phases.c without the second barrier: a cell may be written again while the other thread reads it.
#include <pthread.h>

static int cell[2];
static int sum[2];
static const int number[2] = {0, 1};
static pthread_barrier_t barrier;

static void* worker(void* arg) {
  int me = *(const int*)arg;
  cell[me] = 1;
  pthread_barrier_wait(&barrier);
  sum[me] = cell[1 - me];
  cell[me] = 2;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void*)&number[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
