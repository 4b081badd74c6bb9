// expect: verified
// exit: 4
// flags: --exit-status 4
//
// ISO C leaves open what a second exit() does; glibc goes on with the handlers that are left, and the second status counts.
#include <assert.h>
#include <stdlib.h>

static int order;

static void last(void) { assert(order == 1); }
static void first(void) {
  order++;
  exit(4);
}

int main(void) {
  atexit(last);
  atexit(first);
  return 0;
}
