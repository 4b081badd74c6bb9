// expect: verified
// exit: 0
//
// Nobody is past the barrier of ThreadSanitizer's tests before all have come; and it can be used again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __tsan_testonly_barrier_init(unsigned long long*, unsigned);
void __tsan_testonly_barrier_wait(unsigned long long*);
static unsigned long long meeting;
static atomic_int rounds[2];
static void* worker(void* argument) {
  for (int i = 0; i < 2; ++i) {
    atomic_fetch_add(&rounds[i], 1);
    __tsan_testonly_barrier_wait(&meeting);
    assert(atomic_load(&rounds[i]) == 2);
  }
  return argument;
}
int main(void) {
  pthread_t t;
  __tsan_testonly_barrier_init(&meeting, 2);
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
