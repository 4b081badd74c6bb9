// expect: race
// search: dpor stateful best-first
// visible: sync all
//
// Figure 3: one round of Peterson's algorithm with plain variables.
#include <pthread.h>

static int flag0, flag1, turn, shared;

static void *thread1(void *unused) {
  flag0 = 1;
  turn = 1;
  while (flag1 == 1 && turn == 1) {
  }
  shared++;
  flag0 = 0;
  return unused;
}

static void *thread2(void *unused) {
  flag1 = 1;
  turn = 0;
  while (flag0 == 1 && turn == 0) {
  }
  shared++;
  flag1 = 0;
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, thread1, 0);
  pthread_create(&t[1], 0, thread2, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
