// expect: race on x
// lines: 11, 20
//
// The barrier of ThreadSanitizer's tests fixes who comes first, and orders nothing.
#include <pthread.h>
void __tsan_testonly_barrier_init(unsigned long long*, unsigned);
void __tsan_testonly_barrier_wait(unsigned long long*);
static unsigned long long meeting;
static int x;
static void* worker(void* argument) {
  x = 1;
  __tsan_testonly_barrier_wait(&meeting);
  return argument;
}
int main(void) {
  pthread_t t;
  __tsan_testonly_barrier_init(&meeting, 2);
  pthread_create(&t, 0, worker, 0);
  __tsan_testonly_barrier_wait(&meeting);
  x = 2;
  pthread_join(t, 0);
  return 0;
}
