// expect: memory
// lines: 10
// message: overlaps
//
// As copy_overlaps_local, backwards, inside a member and with a size that fits no register.
#include <string.h>
struct S { int n; char text[24]; };
int main(void) {
  struct S s = {1, "abcdefgh"};
  memcpy(s.text, s.text + 2, 5);
  return s.n != 1;
}
