// expect: verified
// exit: never
// search: stateful
//
// A byte goes back and forth over two pipes for ever. A pipe that is empty again is as it was before.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int there[2], back[2];

static void* echo(void* unused) {
  for (;;) {
    char c;
    assert(read(there[0], &c, 1) == 1);
    assert(write(back[1], &c, 1) == 1);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(there) == 0 && pipe(back) == 0);
  pthread_create(&t, NULL, echo, NULL);
  for (;;) {
    char c = 'x';
    assert(write(there[1], &c, 1) == 1);
    assert(read(back[0], &c, 1) == 1 && c == 'x');
  }
}
