// expect: crash
// lines: 11
// signal: SIGFPE
// message: division by zero
//
// Nobody looks at the quotient.
static int zero;

int main(void) {
  int n = 4;
  n = n / zero;
  return 0;
}
