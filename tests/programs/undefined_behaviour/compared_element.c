// expect: verified
// assumes: uninitialised memory reads as zero
//
// An element of a local array, and a member of a local structure, of two bytes.
#include <assert.h>

struct Entry { int key; short kind; };

int main(void) {
  int numbers[4];
  numbers[0] = 1;
  struct Entry entry;
  entry.key = 1;
  int found = 0;
  if (numbers[2] == 7) found = 1;
  if (entry.kind == 700) found = 1;
  assert(!found);
}
