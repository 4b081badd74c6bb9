// expect: assertion
// lines: 9
// message: abort() called
//
// One that looks at something else than its argument is taken as it stands.
#include <stdlib.h>
static int strict = 1;
void assume_abort_if_not(int condition) {
  if (strict && !condition) abort();
}
int main(void) {
  volatile int zero = 0;
  assume_abort_if_not(zero);
  return 0;
}
