// expect: crash
// lines: 9
// signal: SIGFPE
//
#include <limits.h>

static int a = INT_MIN, b = -1;
int main(void) {
  int unused = a % b;
  (void)unused;
  return 0;
}
