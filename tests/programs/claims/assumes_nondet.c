// expect: verified
// assumes: nondeterministic inputs are 5
// flags: --nondet 5
//
// One of four thousand million.
int __VERIFIER_nondet_int(void);

int main(void) { return __VERIFIER_nondet_int() != 5; }
