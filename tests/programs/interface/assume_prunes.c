// expect: verified
// exit: 0
// executions(dfs): 5
// executions(dpor): 5
//
// Of ten values the assumption leaves five; the others are no executions.
#include <heddle.h>

int main(void) {
  unsigned value = heddle_choose(10);
  heddle_assume(value % 2 == 0);
  heddle_assert(value != 7);
  return 0;
}
