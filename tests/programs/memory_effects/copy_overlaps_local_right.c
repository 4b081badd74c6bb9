// expect: verified
//
// As copy_overlaps_local: memmove may, and so may bytes that lie beside each other.
#include <assert.h>
#include <string.h>
int main(void) {
  char b[16] = "abcdefgh";
  memmove(b + 1, b, 4);
  assert(memcmp(b, "aabcdfgh", 8) == 0);
  memcpy(b + 8, b, 8);
  memcpy(b + 4, b, 4);
  assert(memcmp(b, "aabcaabcaabcdfgh", 16) == 0);
  struct { int a[2], b[2]; } s = {{1, 2}, {3, 4}};
  memcpy(s.b, s.a, sizeof s.a);
  s = s;
  return s.b[1] != 2;
}
