// expect: verified
// exit: 0
//
// Functions of that name that decide otherwise than by one zero: abort() in them still ends what is not considered, and
// nothing else does.
#include <heddle.h>
#include <stdlib.h>
void assume_abort_if_not(long low, long high) {
  if (low > high) abort();
  if (high == 3) abort();
}
int main(void) {
  int a = (int)heddle_choose(3), b = (int)heddle_choose(4);
  assume_abort_if_not(a, b);
  return a > b || b == 3;
}
