// expect: inconclusive
// message: pointer_to_unknown.c:13: call of 'memfrob'
//
// A library function that nobody models, through a pointer: as inconclusive as a direct call of it.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

static char b[4];
static void* (*volatile function)(void*, size_t) = memfrob;

static void* worker(void* unused) {
  function(b, 4);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  b[1] = 1;
  pthread_join(t, 0);
  return 0;
}
