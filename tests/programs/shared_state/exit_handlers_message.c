// expect: verified
//
// A handler that runs was registered before: what its thread did until then is done.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int data;
static void look(void) { assert(data == 1); }

static void* worker(void* unused) {
  data = 1;
  atexit(look);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_detach(t);
  return 0;
}
