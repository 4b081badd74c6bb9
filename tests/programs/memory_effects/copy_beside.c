// expect: verified
//
// memmove may overlap; memcpy between neighbours does not; a structure may be assigned to itself.
#include <string.h>
struct s {
  char bytes[24];
} s[2];
char b[32];
char *volatile p = b;
struct s *volatile q = s, *volatile r = s;
volatile int n = 8;
int main(void) {
  memmove(p, p + 4, n);
  memmove(p + 4, p, 16);
  memcpy(p, p + 8, n);
  memcpy(p + 16, p, 16);
  *q = *r;
  *q = r[1];
  return 0;
}
