// expect: memory
// lines: 14
// primitive: malloc
// primitive: realloc
//
// The old address of a block that was made larger.
#include <pthread.h>
#include <stdlib.h>

static void* worker(void* arg) {
  int* block = malloc(sizeof(int));
  *block = 1;
  int* larger = realloc(block, 1000);
  *block = 2;
  free(larger);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
