// expect: memory
// lines: 10
// message: overlaps
//
// A few bytes from one place of a local array to another, all of which the compiler knows: it would make of them a load
// and a store, to which overlapping does no harm.
#include <string.h>
int main(void) {
  char b[16] = "abcdefgh";
  memcpy(b + 1, b, 4);
  return b[0] != 'a';
}
