// expect: inconclusive
// message: refused_result.c:10:3: inline assembly `rdtsc` is not modelled
//
// A result in a register that the instruction does not set (the letter means two registers on 32 bits only).
#include <stdint.h>
int main(void) {
  uint64_t value;
  /* natively one half,
     whichever it is */
  __asm__ __volatile__("rdtsc" : "=A"(value));
  return value == 1;
}
