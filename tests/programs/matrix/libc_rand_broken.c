// expect: race
// lines: 11
// primitive: rand
// primitive: srand
//
// rand need not avoid races between its calls.
#include <pthread.h>
#include <stdlib.h>

static void* worker(void* arg) {
  return rand() ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  srand(7);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
