// expect: race
// detectors: exact
//
// Kim, Yavuz-Kahveci and Sanders 2009, figure 3: one iteration of Peterson's algorithm with plain variables.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int flag0, flag1, turn, shared;

static void *left(void *unused) {
  flag0 = 1;
  turn = 1;
  while (flag1 == 1 && turn == 1) {
  }
  shared++;
  flag0 = 0;
  return unused;
}

static void *right(void *unused) {
  flag1 = 1;
  turn = 0;
  while (flag0 == 1 && turn == 0) {
  }
  shared++;
  flag1 = 0;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(shared == 2);
  return 0;
}
