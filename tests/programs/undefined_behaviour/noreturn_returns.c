// expect: crash
// lines: 7
// message: function stop returned, though it is declared noreturn
//
#include <stdlib.h>
static int stops;
__attribute__((noreturn)) static void stop(int now) { if (now) _Exit(0); }

int main(void) {
  stop(stops);
  return 0;
}
