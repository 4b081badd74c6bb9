// expect: inconclusive
// message: rounds of the loop
// search: auto
//
// A thread that only prints never comes to a scheduling point.
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static void *worker(void *unused) {
  for (int round = 0;; round++) printf("round %d\n", round);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  return 0;
}
