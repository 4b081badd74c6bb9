// expect: exit
// lines: 8
//
// _exit in a handler replaces the status of the return.
#include <stdlib.h>
#include <unistd.h>

static void last(void) { _exit(9); }

int main(void) {
  atexit(last);
  return 0;
}
