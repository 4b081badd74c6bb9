// expect: crash
// signal: SIGSEGV
// lines: 24
//
// The pointer is set to null between the test and the use.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int value = 1;
static int* _Atomic pointer = &value;

static void* clears(void* arg) {
  pointer = NULL;
  return arg;
}

int main(void) {
  pthread_t thread;
  int got = 1;
  pthread_create(&thread, NULL, clears, NULL);
  if (pointer) {
    int* again = pointer;
    got = *again;
  }
  pthread_join(thread, NULL);
  return got - 1;
}
