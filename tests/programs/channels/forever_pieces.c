// expect: verified
// exit: never
// search: stateful
//
// As forever_pipes, with numbers of two bytes that are read byte by byte: what was read is gone, also where the rest of it
// is still there.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int there[2], back[2];

static void* echo(void* unused) {
  for (;;) {
    char c[2];
    assert(read(there[0], c, 1) == 1 && read(there[0], c + 1, 1) == 1 && c[0] + c[1] == 3);
    assert(write(back[1], c, 2) == 2);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(there) == 0 && pipe(back) == 0);
  pthread_create(&t, NULL, echo, NULL);
  for (int k = 1;; k = 3 - k) {
    char c[2] = {(char)k, (char)(3 - k)};
    assert(write(there[1], c, 2) == 2);
    assert(read(back[0], c, 2) == 2);
  }
}
