// expect: verified
// flags: --nondet 7
// exit: 7
//
// The user's value.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(value > 0);
  return value;
}
