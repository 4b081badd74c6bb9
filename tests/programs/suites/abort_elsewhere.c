// expect: assertion
// lines: 8
// message: abort() called
//
// The same body under another name is no assumption: abort() is a bug.
#include <stdlib.h>
static void require(int condition) {
  if (!condition) abort();
}
int main(void) {
  volatile int zero = 0;
  require(zero);
  return 0;
}
