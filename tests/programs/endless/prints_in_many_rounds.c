// expect: verified
// search: auto
//
// More rounds than those of a loop that is suspected of having no end, and nothing but output in them.
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static void *worker(void *unused) {
  for (int round = 0; round < 3000; round++) printf("round %d\n", round);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
