// expect: memory
// lines: 10
//
// Handing over a value is a use of it ([dcl.init] 9.4: lvalue-to-rvalue conversion of an indeterminate value).
int twice(int n) { return 2 * n; }

int main(int argc, char**) {
  int n;
  if (argc > 5) n = 1;
  return twice(n) > 100;
}
