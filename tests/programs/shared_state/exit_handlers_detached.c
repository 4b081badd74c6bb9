// expect: verified
// exit: 0 3
//
// A thread that nobody waits for registers a handler before the process ends, while it ends, or too late.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void status(void) { _exit(3); }
static void* late(void* unused) {
  (void)unused;
  atexit(status);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, late, 0);
  pthread_detach(t);
  return 0;
}
