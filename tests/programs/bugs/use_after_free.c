// expect: memory
// lines: 14
//
// The lock orders the two accesses, in whatever order they come: if free is first, the read is too late.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int* block;
static int seen;

static void* reader(void* arg) {
  pthread_mutex_lock(&m);
  seen = *block;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  block = calloc(1, sizeof *block);
  pthread_create(&thread, NULL, reader, NULL);
  pthread_mutex_lock(&m);
  free(block);
  pthread_mutex_unlock(&m);
  pthread_join(thread, NULL);
  return seen;
}
