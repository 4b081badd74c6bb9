// expect: verified
//
// Exchanges between registers, and in memory that nobody else has.
#include <assert.h>

int main(void) {
  int a = 1, b = 2, mine = 5, found;
  __asm__("xaddl %0, %1" : "+r"(a), "+r"(b));
  assert(b == 3 && a == 2);
  __asm__("cmpxchgl %2, %1" : "=a"(found), "+m"(mine) : "r"(9), "0"(5));
  assert(found == 5 && mine == 9);
  __asm__("cmpxchgl %2, %1" : "=a"(found), "+m"(mine) : "r"(1), "0"(5));
  assert(found == 9 && mine == 9);
  return 0;
}
