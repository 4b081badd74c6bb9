// expect: assertion
// lines: 11
// message: last
//
// As large_memory.c, and one of the 90 orders is wrong: the last one that a search comes to.
#include "large_memory.h"

int main(void) {
  run();
  const int last = memcmp(order, "\3\3\2\2\1\1", kTurns) == 0;
  assert(!last);
  return 0;
}
