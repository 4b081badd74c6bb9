// expect: inconclusive
// message: rounds of the loop at
// search: dpor optimal
// flags: --max-executions 3000
//
// Two threads that wait for each other's turn until somebody tells them to stop, which nobody does where main looked too
// early.
#include <pthread.h>
#include <stdatomic.h>

atomic_int turn, quit;

void *first(void *unused) {
  while (!quit) {
    while (turn != 0 && !quit) {
    }
    turn = 1;
  }
  return unused;
}

void *second(void *unused) {
  while (!quit) {
    while (turn != 1 && !quit) {
    }
    turn = 0;
  }
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  if (turn == 1) quit = 1;
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
