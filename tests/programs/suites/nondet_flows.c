// expect: assertion
// expect: assertion
// expect: assertion
// expect: assertion
// flags: --keep-going
//
// The value is followed through functions, variables, sums, and to both sides of a border.
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
static void other_error(void) { reach_error(); }
static long kept;
static int given(int value) { return value; }
static void looks(short value) {
  if (value == -300) reach_error();
}
int main(void) {
  int value = given(__VERIFIER_nondet_int());
  if (value + 5 == 99)
    reach_error();
  looks((short)value);
  if (value < -1000) value = 0;
  kept = (long)__VERIFIER_nondet_ulong();
  switch (kept) {
    case 123456789012:
      other_error();
  }
  unsigned long other = __VERIFIER_nondet_ulong();
  if (other > 50) reach_error();
  return 0;
}
