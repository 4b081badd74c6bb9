// expect: race on interested
// lines: 14, 16
//
// Peterson's algorithm with plain variables.
#include <pthread.h>

static int interested[2];
static int turn;
static int x;
static const int number[2] = {0, 1};

static void* worker(void* arg) {
  int me = *(const int*)arg, other = 1 - me;
  interested[me] = 1;
  turn = other;
  while (interested[other] && turn == other) {
  }
  x++;
  interested[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void*)&number[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
