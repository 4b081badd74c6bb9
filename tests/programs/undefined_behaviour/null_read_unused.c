// expect: crash
// lines: 10
// signal: SIGSEGV
// message: null pointer
//
static int* nothing;

int main(void) {
  int* p = nothing;
  int unused = *p;
  (void)unused;
  return 0;
}
