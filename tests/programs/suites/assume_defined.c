// expect: verified
// exit: 0
//
// __VERIFIER_assume may be defined in the same way.
#include <heddle.h>
#include <stdlib.h>
void __VERIFIER_assume(int condition) {
  if (!condition) abort();
}
int main(void) {
  int n = (int)heddle_choose(4);
  __VERIFIER_assume(n == 2);
  return n - 2;
}
