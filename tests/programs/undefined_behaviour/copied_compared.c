// expect: memory
// lines: 8
// message: never written
//
// A copy has no value either: the comparison is the bug, not the copy.
int main(void) {
  int d, e = d;
  return e == 3;
}
