// expect: memory
// lines: 9
// message: overlaps
//
// memcpy to memory that overlaps with its source in part is undefined: it is memmove that may.
#include <string.h>
char b[32];
volatile int n = 8;
int main(void) { memcpy(b, b + 4, n); }
