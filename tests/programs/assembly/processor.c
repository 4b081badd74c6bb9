// expect: verified
// exit: 0
// assumes: nothing
//
// cpuid describes a processor of 64 bits: what every such processor has, and nothing that depends on the machine.
#include <assert.h>
#include <cpuid.h>
int main(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  __asm__ __volatile__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  assert(a >= 1 && b != 0);
  assert(__get_cpuid(1, &a, &b, &c, &d));
  assert(d & (1u << 26));  // SSE2
  assert(d & (1u << 4));   // rdtsc
  return 0;
}
