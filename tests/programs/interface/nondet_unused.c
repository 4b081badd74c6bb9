// expect: verified
// exit: 0
//
// A wide value that nobody looks at.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int ignored = __VERIFIER_nondet_int();
  (void)ignored;
  return 0;
}
