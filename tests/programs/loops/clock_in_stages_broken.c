// expect: assertion
//
// A loop that waits by the clock warns after a while and gives up later: leaping to the end would leave out the first.
#include <assert.h>
#include <time.h>

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int main(void) {
  const long begin = milliseconds();
  int warned = 0;
  for (;;) {
    const long passed = milliseconds() - begin;
    if (passed >= 100) break;
    if (passed >= 3) warned = 1;
  }
  assert(!warned);
  return 0;
}
