// expect: memory
// lines: 13
//
// Both threads free the block, one after the other under a lock; both lines are the same line.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int* block;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  free(block);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  block = malloc(sizeof *block);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
