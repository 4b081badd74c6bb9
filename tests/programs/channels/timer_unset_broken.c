// expect: deadlock
// search: dfs dpor optimal stateful
//
// A timer that nobody has set never expires.
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void* waiter(void* unused) {
  uint64_t times;
  (void)!read(timer, &times, sizeof times);
  return unused;
}

int main(void) {
  pthread_t t;
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  pthread_create(&t, NULL, waiter, NULL);
  pthread_join(t, NULL);
  return 0;
}
