// expect: verified
//
// Neighbouring bytes do not.
#include <pthread.h>

static struct { char a, b; } flags;

static void* worker(void* arg) {
  flags.a = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  flags.b = 1;
  pthread_join(thread, NULL);
  return flags.a + flags.b - 2;
}
