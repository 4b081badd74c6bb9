// expect: assertion
// lines: 11
// message: abort() called
//
// A function of that name that does more than decide is taken as it stands.
#include <stdlib.h>
static int failures;
void assume_abort_if_not(int condition) {
  if (!condition) {
    failures++;
    abort();
  }
}
int main(void) {
  volatile int zero = 0;
  assume_abort_if_not(zero);
  return 0;
}
