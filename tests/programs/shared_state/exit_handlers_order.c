// expect: assertion
// lines: 11
//
// Handlers run in the reverse order of their registration, and two threads can register them in either order.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int closed;
static void close_it(void) { closed = 1; }
static void use_it(void) { assert(!closed); }

static void* first(void* unused) {
  (void)unused;
  atexit(close_it);
  return 0;
}
static void* second(void* unused) {
  (void)unused;
  atexit(use_it);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, second, 0);
  pthread_create(&b, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
