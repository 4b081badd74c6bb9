// expect: assertion
// lines: 10
//
// All values of a narrow type are tried.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_bool() && __VERIFIER_nondet_uchar() == 201)
    reach_error();
  return 0;
}
