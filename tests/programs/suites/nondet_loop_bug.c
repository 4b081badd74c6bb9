// expect: assertion
// lines: 9
//
// The broken twin: wrong in the second round.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int rounds;
int main(void) {
  while (__VERIFIER_nondet_int()) if (++rounds == 2) abort();
  return 0;
}
