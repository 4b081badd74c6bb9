// expect: verified
// exit: 0
// assumes: clocks show one of the times that are possible
//
// The processor's counter does not run backwards, whichever way it is read.
#include <assert.h>
#include <stdint.h>
#include <x86intrin.h>
static uint64_t now(void) {
  uint32_t low, high;
  __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
  return (uint64_t)high << 32 | low;
}
static uint64_t now_there(unsigned* processor) {
  uint64_t low, high;
  __asm__ __volatile__("lfence; rdtscp" : "=a"(low), "=d"(high), "=c"(*processor)::"memory");
  return high << 32 | low;
}
int main(void) {
  unsigned processor;
  const uint64_t first = now(), second = now_there(&processor), third = now();
  assert(first <= second && second <= third);
  return 0;
}
