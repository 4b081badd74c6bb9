// expect: assertion
// search: dfs dpor stateful
//
// As forever_pipes, with a mistake in round 40: a number that both count modulo 41.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

enum { kNumbers = 41 };
static int there[2], back[2];

static void* echo(void* unused) {
  for (;;) {
    unsigned char c;
    assert(read(there[0], &c, 1) == 1);
    assert(c != kNumbers - 1);
    assert(write(back[1], &c, 1) == 1);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(there) == 0 && pipe(back) == 0);
  pthread_create(&t, NULL, echo, NULL);
  for (unsigned char round = 0;; round = (unsigned char)((round + 1) % kNumbers)) {
    unsigned char c = round;
    assert(write(there[1], &c, 1) == 1);
    assert(read(back[0], &c, 1) == 1 && c == round);
  }
}
