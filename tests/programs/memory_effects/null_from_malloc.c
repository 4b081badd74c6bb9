// expect: crash
// signal: SIGSEGV
// lines: 13
//
// A program that does not look at what malloc returned.
#include <pthread.h>
#include <stdlib.h>

static volatile size_t huge = (size_t)1 << 45;

static void* work(void* unused) {
  char* p = malloc(huge);
  p[0] = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
}
