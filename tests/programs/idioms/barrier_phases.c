// expect: verified
//
// Each thread writes its cell, passes the barrier, reads the other's cell, passes it again, and may write once more.
#include <assert.h>
#include <pthread.h>

static int cell[2];
static const int number[2] = {0, 1};
static pthread_barrier_t barrier;

static void* worker(void* arg) {
  int me = *(const int*)arg;
  cell[me] = 1;
  pthread_barrier_wait(&barrier);
  assert(cell[1 - me] == 1);
  pthread_barrier_wait(&barrier);
  cell[me] = 2;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void*)&number[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  pthread_barrier_destroy(&barrier);
  return 0;
}
