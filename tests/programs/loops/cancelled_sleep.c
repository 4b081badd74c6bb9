// expect: verified
//
// sleep, usleep, nanosleep and clock_nanosleep are cancellation points (POSIX, 2.9.5.2).
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

void *with_sleep(void *unused) {
  for (;;) sleep(1);
  return unused;
}
void *with_usleep(void *unused) {
  for (;;) usleep(100);
  return unused;
}
void *with_nanosleep(void *unused) {
  for (;;) {
    struct timespec t = {0, 1000};
    nanosleep(&t, 0);
  }
  return unused;
}
void *with_clock_nanosleep(void *unused) {
  for (;;) {
    struct timespec t = {0, 1000};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &t, 0);
  }
  return unused;
}

void cancel_in(void *(*loop)(void *)) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, loop, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
}

int main(void) {
  cancel_in(with_sleep);
  cancel_in(with_usleep);
  cancel_in(with_nanosleep);
  cancel_in(with_clock_nanosleep);
  return 0;
}
