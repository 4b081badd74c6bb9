// expect: memory
// lines: 12
// primitive: sprintf
//
// The text does not fit into its block.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void* worker(void* arg) {
  char* out = malloc(4);
  sprintf(out, "%d", 12345);
  free(out);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
