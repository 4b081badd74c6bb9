// expect: verified
// exit: 0
// assumes: nondeterministic inputs are 0, 1, -1, a number that the program compares them with, or 2
//
// A value that no comparison shows is not tried: the verdict names what it takes for granted.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int value = __VERIFIER_nondet_int();
  if (value * value == 1234321) reach_error();
  return 0;
}
