// expect: assertion
// lines: 11
//
// Without a body, and behind it an error that only the executions that are left can have.
#include <heddle.h>
extern void assume_abort_if_not(int);
extern void reach_error(void);
int main(void) {
  int n = (int)heddle_choose(4);
  assume_abort_if_not(n > 2);
  if (n == 3) reach_error();
  return 0;
}
