// expect: race on stdout
// lines: 10, 15
// primitive: putchar_unlocked
//
// The _unlocked functions leave the locking to the caller, who forgets it.
#include <pthread.h>
#include <stdio.h>

static void* careful(void* arg) {
  putchar('a');
  return arg;
}

static void* careless(void* arg) {
  putchar_unlocked('b');
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, careful, NULL);
  pthread_create(&two, NULL, careless, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
