// expect: inconclusive
// message: constant_pointer_to_unknown.c:12: call of 'memfrob'
//
// The optimiser can tell where the pointer leads; nobody has announced that call.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

static char b[4];
static void* (*const function)(void*, size_t) = memfrob;

static void* worker(void* unused) { return function(b, 4) ? unused : 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  b[1] = 1;
  pthread_join(t, 0);
  return 0;
}
