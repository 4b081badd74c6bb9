// expect: verified
// assumes: uninitialised memory reads as zero
//
// A value that is only copied on; who looks at the copy sees zero, and the verdict says so.
#include <assert.h>

int kept;

int main(void) {
  int y;
  kept = y;
  assert(kept == 0);
  return 0;
}
