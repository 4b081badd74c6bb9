// expect: verified
//
// What an instruction points to: with an offset, an index, and a factor for it.
#include <assert.h>

static int numbers[8];

int main(void) {
  long index = 3;
  __asm__ volatile("lock incl 8(%0)" : : "r"(numbers) : "memory");
  __asm__ volatile("lock incl (%0,%1,4)" : : "r"(numbers), "r"(index) : "memory");
  __asm__ volatile("lock addl $5, 4(%0,%1,4)" : : "r"(numbers), "r"(index) : "memory");
  __asm__ volatile("movl $7, -4(%0)" : : "r"(numbers + 6) : "memory");
  assert(numbers[2] == 1 && numbers[3] == 1 && numbers[4] == 5 && numbers[5] == 7);
  return 0;
}
