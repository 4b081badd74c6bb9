// expect: inconclusive
// message: nondeterministic pointer
//
// Of a pointer only one value is tried.
extern void* __VERIFIER_nondet_pointer(void);
int main(void) { return __VERIFIER_nondet_pointer() != 0; }
