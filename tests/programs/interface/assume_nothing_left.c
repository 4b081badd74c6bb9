// expect: inconclusive
// message: no execution was found in which this assumption of the program holds
//
// If no execution satisfies the assumption, nothing has been verified.
#include <heddle.h>

int main(void) {
  heddle_assume(heddle_choose(3) == 3);
  return 0;
}
