// expect: verified
//
// As its twin; what is noted on the way does no harm.
#include <assert.h>
#include <time.h>

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int main(void) {
  const long begin = milliseconds();
  int stage = 0;
  for (;;) {
    const long passed = milliseconds() - begin;
    if (passed >= 100) break;
    if (passed >= 3) stage = 1;
  }
  assert(stage <= 1);
  return 0;
}
