// expect: verified
//
// Symbols of the linker that are never reached, and names that only look like them.
#include <assert.h>

extern char end, etext;
static int __start_mine = 1;
static int count(void) { return (int)(&end - &etext); }

int main(int arguments, char** values) {
  int edata = __start_mine;
  int* p = &edata;
  if (arguments > 5) return count();
  assert(*p == 1 && values != 0);
  return 0;
}
