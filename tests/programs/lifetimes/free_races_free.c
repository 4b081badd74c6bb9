// expect: race
// flags: --property race
// lines: 9
//
// Two threads free the same block: the second is a memory error, which is not asked for, and a race with the first.
#include <pthread.h>
#include <stdlib.h>
static void *drop(void *block) {
  free(block);
  return NULL;
}
int main(void) {
  pthread_t one, two;
  int *block = malloc(sizeof *block);
  pthread_create(&one, NULL, drop, block);
  pthread_create(&two, NULL, drop, block);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
