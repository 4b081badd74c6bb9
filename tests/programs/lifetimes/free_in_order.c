// expect: verified
// flags: --property race
// detectors: exact
//
// The right twin of free_races_alone.c: the block is freed after the join, and its storage is given out again.
#include <pthread.h>
#include <stdlib.h>
static void *fill(void *block) { return *(int *)block = 1, NULL; }
static void *make(void *unused) {
  int *block = malloc(sizeof *block);
  *block = 2;
  free(block);
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&two, NULL, make, NULL);
  for (int i = 0; i < 2; ++i) {
    int *block = malloc(sizeof *block);
    *block = 0;
    pthread_create(&one, NULL, fill, block);
    pthread_join(one, NULL);
    free(block);
  }
  pthread_join(two, NULL);
  return 0;
}
