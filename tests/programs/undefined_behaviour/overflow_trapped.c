// expect: crash
// lines: 9
// flags: -ftrapv
// message: signed integer overflow
//
#include <limits.h>

static int big = INT_MAX;
int main(void) { return big + 1 > 0; }
