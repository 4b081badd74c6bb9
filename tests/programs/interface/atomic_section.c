// expect: verified
// exit: 0
//
// Plain variables, ordered by atomic sections alone. Nobody sees the state in between.
#include <heddle.h>
#include <pthread.h>
static int a, b;
static void* mover(void* argument) {
  heddle_atomic_begin();
  a++;
  heddle_atomic_begin(); /* nested */
  b--;
  heddle_atomic_end();
  heddle_atomic_end();
  return argument;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, mover, 0);
  heddle_atomic_begin();
  int sum = a + b;
  heddle_atomic_end();
  heddle_assert(sum == 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return a == 2 && b == -2 ? 0 : 1;
}
