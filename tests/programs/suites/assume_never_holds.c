// expect: inconclusive
// message: assume_never_holds.c:10
//
// Nothing is left, so nothing was verified: the line is named.
#include <heddle.h>
extern void __VERIFIER_assume(int);
int main(void) {
  int n = (int)heddle_choose(3);
  __VERIFIER_assume(n >= 0);
  __VERIFIER_assume(n == 3);
  return 0;
}
