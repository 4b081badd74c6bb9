// expect: verified
//
// Every condition that an instruction may set, against what C says of the numbers.
#include <assert.h>
#include <limits.h>

#define AFTER(instruction, condition, to, by)                                             \
  __extension__({                                                                         \
    int left = (to);                                                                      \
    unsigned char set;                                                                    \
    __asm__ volatile(instruction " %2, %0; set" condition " %1" : "+r"(left), "=q"(set) : "r"(by)); \
    set;                                                                                  \
  })

static void compare(int a, int b) {
  const unsigned ua = (unsigned)a, ub = (unsigned)b;
  assert(AFTER("subl", "e", a, b) == (a == b) && AFTER("subl", "ne", a, b) == (a != b));
  assert(AFTER("subl", "l", a, b) == (a < b) && AFTER("subl", "ge", a, b) == (a >= b));
  assert(AFTER("subl", "le", a, b) == (a <= b) && AFTER("subl", "g", a, b) == (a > b));
  assert(AFTER("subl", "nl", a, b) == (a >= b) && AFTER("subl", "ng", a, b) == (a <= b));
  assert(AFTER("subl", "b", a, b) == (ua < ub) && AFTER("subl", "ae", a, b) == (ua >= ub));
  assert(AFTER("subl", "be", a, b) == (ua <= ub) && AFTER("subl", "a", a, b) == (ua > ub));
  assert(AFTER("subl", "na", a, b) == (ua <= ub) && AFTER("subl", "nae", a, b) == (ua < ub));
  int result;
  assert(AFTER("subl", "o", a, b) == __builtin_sub_overflow(a, b, &result));
  assert(AFTER("addl", "o", a, b) == __builtin_add_overflow(a, b, &result));
  assert(AFTER("addl", "no", a, b) == !__builtin_add_overflow(a, b, &result));
  assert(AFTER("addl", "c", a, b) == (ua + ub < ua) && AFTER("andl", "o", a, b) == 0);
}

int main(void) {
  const int numbers[] = {0, 1, -1, 2, INT_MAX, INT_MIN, INT_MIN + 1, 77};
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 8; k++) compare(numbers[i], numbers[k]);
  unsigned long word = 8;
  unsigned char set;
  __asm__ volatile("btq %2, %1; setc %0" : "=q"(set) : "m"(word), "r"(3L));
  assert(set == 1);
  __asm__ volatile("btq $4, %1; setc %0" : "=q"(set) : "r"(word));
  assert(set == 0);
  return 0;
}
