// expect: crash
// lines: 13
// signal: SIGFPE
//
// Only if main has cleared the divisor first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint divisor = 2;

static void* thread(void* arg) {
  (void)arg;
  (void)(7u % divisor);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  divisor = 0;
  pthread_join(t, 0);
  return 0;
}
