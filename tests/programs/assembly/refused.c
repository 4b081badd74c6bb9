// expect: inconclusive
// message: refused.c:9:3: inline assembly `xgetbv` is not modelled
//
// What is not understood is named, with its line, when it is reached.
static unsigned long features(void) {
  unsigned low, high;
  /* two instructions,
     of which one is understood */
  __asm__ __volatile__("nop\n\txgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (unsigned long)high << 32 | low;
}
int main(void) { return features() == 0; }
