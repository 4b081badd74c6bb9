// expect: assertion
// lines: 9
//
// Floating point, and names of types that no list has.
#include <stdlib.h>
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet__Bool(void);
int main(void) {
  if (__VERIFIER_nondet_double() == 2.5 && __VERIFIER_nondet__Bool()) abort();
  return 0;
}
