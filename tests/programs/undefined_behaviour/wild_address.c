// expect: crash
// lines: 7
// message: non-canonical
//
// No null pointer: an address that no processor accepts.
static volatile unsigned long address = 0xdead000000000000ul;
static int look(void) { return *(volatile int *)address; }
int main(void) { return look(); }
