// expect: verified
// exit: 0
//
// Assembly that is merely there does no harm.
static volatile int never;
int main(void) {
  if (never) __asm__ __volatile__("hlt");
  return 0;
}
