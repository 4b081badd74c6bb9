// expect: race on cell
// lines: 16, 17
//
// Two threads work in phases. A barrier stands between writing the own cell and reading the neighbour's, but none
// between that and the next round of writing.
#include <pthread.h>

static int cell[2];
static int id[2] = {0, 1};
static pthread_barrier_t phase;

static void* worker(void* arg) {
  int me = *(int*)arg;
  cell[me] = 1;
  pthread_barrier_wait(&phase);
  int neighbour = cell[1 - me];
  cell[me] = neighbour + 1;
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  pthread_barrier_init(&phase, NULL, 2);
  for (int i = 0; i < 2; i++) pthread_create(&thread[i], NULL, worker, &id[i]);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
  return 0;
}
