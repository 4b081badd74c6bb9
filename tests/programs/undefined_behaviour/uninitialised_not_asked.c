// expect: verified
// flags: "--property=race,deadlock,livelock,assertion,crash,misuse"
// assumes: uninitialised memory reads as zero
//
#include <assert.h>

int main(void) {
  int y, n = 1;
  if (y) n = 2;
  assert(n == 1);
  return 0;
}
