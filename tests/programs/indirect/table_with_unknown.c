// expect: inconclusive
// message: table_with_unknown.c:17: call of 'memfrob'
//
// A table of functions, of the program and of the library.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

typedef void* (*Function)(void*, size_t);
static void* clear(void* p, size_t n) { return memset(p, 0, n); }

static char buffer[4];
static Function table[] = {clear, memfrob};
static volatile int chosen = 1;

static void* worker(void* unused) {
  table[chosen](buffer, 4);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  buffer[1] = 1;
  pthread_join(t, 0);
  return 0;
}
