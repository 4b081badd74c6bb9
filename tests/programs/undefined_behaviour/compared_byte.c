// expect: verified
// assumes: uninitialised memory reads as zero
//
// An unsigned char may be copied without a value, but this one decides something.
#include <assert.h>

int main(void) {
  unsigned char tag;
  int found = 0;
  if (tag == 7) found = 1;
  assert(!found);
}
