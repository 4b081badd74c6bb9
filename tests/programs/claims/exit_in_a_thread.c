// expect: exit
// lines: 12
//
// The status is decided by who calls exit first; the bug is at the call, in its thread.
#include <pthread.h>
#include <stdlib.h>

static void fails(void);

static void* worker(void* unused) { return fails(), unused; }

static void fails(void) { exit(2); }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  exit(0);
}
