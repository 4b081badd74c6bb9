// expect: memory
// lines: 12
// message: overlaps
//
// The same the other way round, with a constant size.
#include <string.h>
struct s {
  char bytes[16];
};
char b[32];
char *volatile p = b;
int main(void) { memcpy(p + 8, p, 16); }
