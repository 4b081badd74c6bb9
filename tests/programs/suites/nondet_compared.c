// expect: assertion
// lines: 10
//
// A number that the program compares the value with is tried.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int value = __VERIFIER_nondet_int();
  if (value == 4711)
    reach_error();
  return 0;
}
