// expect: memory
// lines: 8
// message: before the beginning of 'one' (4 bytes
//
// The pointer is a register when accesses are looked at, but the variable is still there.
int main(void) {
  int one = 1, *p = &one;
  p[-1] = 5;
  return one - 1;
}
