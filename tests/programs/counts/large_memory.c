// expect: verified
// executions(dfs): 90
// executions(dpor): 90
// executions(optimal): 90
// detectors: exact
//
// Six sections on one lock, two of each thread: 6! / (2! 2! 2!) orders, with the same memory at the end of none.
#include "large_memory.h"

int main(void) {
  run();
  return 0;
}
