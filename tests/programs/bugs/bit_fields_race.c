// expect: race on flags
// lines: 13, 20
//
// Neighbouring bit-fields share a memory location.
#include <pthread.h>

static struct {
  unsigned a : 1;
  unsigned b : 1;
} flags;

static void* worker(void* arg) {
  flags.a = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  flags.b = 1;
  pthread_join(thread, NULL);
  return 0;
}
