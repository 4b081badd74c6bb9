// expect: verified
// exit: 0
// assumes: no execution was found in which this assumption of the program holds
//
// Other executions are left: the verdict is about those, and says so.
#include <heddle.h>
extern void __VERIFIER_assume(int);
int main(void) {
  if (heddle_choose(2)) __VERIFIER_assume(0);
  return 0;
}
