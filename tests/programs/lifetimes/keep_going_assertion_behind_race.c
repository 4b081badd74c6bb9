// expect: race on x
// expect: race on y
// expect: assertion
// flags: --keep-going
//
// The assertion fails only if the threads switch in the middle of their accesses, which race.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *writes(void *argument) {
  x = 1;
  y = 1;
  return argument;
}
static void *reads(void *argument) {
  const int before = x;
  const int after = y;
  assert(before == after);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, writes, 0);
  pthread_create(&second, 0, reads, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
