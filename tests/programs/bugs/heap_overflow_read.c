// expect: memory
// lines: 21
//
// A read one element behind the end of a block, only if the other thread has raised the index.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int index_of;

static void* raises(void* arg) {
  index_of = 3;
  return arg;
}

int main(void) {
  pthread_t thread;
  int* block = calloc(3, sizeof *block);
  pthread_create(&thread, NULL, raises, NULL);
  int i = index_of;
  int value = block[i];
  pthread_join(thread, NULL);
  free(block);
  return value ? 1 : 0;
}
