// expect: memory
// lines: 10
// flags: -Wno-fortify-source
// message: write of 8 bytes, 4 bytes of it past the end of 'small' (4 bytes
//
// Both arrays would be registers.
#include <string.h>
int main(void) {
  char small[4] = "abc", large[8] = "1234567";
  memcpy(small, large, 8);
  return small[0] - '1';
}
