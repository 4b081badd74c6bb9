// expect: race
// lines: 13, 20
// primitive: realloc
//
// A block is made larger, and so freed, while another thread reads it.
#include <pthread.h>
#include <stdlib.h>

static int* block;

static void* reader(void* arg) {
  int* mine = arg;
  return *mine ? arg : NULL;
}

int main(void) {
  pthread_t thread;
  block = calloc(1, sizeof(int));
  pthread_create(&thread, NULL, reader, block);
  int* larger = realloc(block, 1000);
  pthread_join(thread, NULL);
  free(larger);
  return 0;
}
