// expect: verified
//
// Peterson's mutual exclusion for two threads, with sequentially consistent atomics and no lock at all.
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool interested[2];
static atomic_int turn;
static int inside;  // protected by the algorithm
static int id[2] = {0, 1};

static void* worker(void* arg) {
  int me = *(int*)arg, other = 1 - me;
  interested[me] = 1;
  turn = other;
  while (interested[other] && turn == other) {
  }
  inside++;
  interested[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++) pthread_create(&thread[i], NULL, worker, &id[i]);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
  return inside - 2;
}
