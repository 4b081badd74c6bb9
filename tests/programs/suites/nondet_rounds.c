// expect: assertion
// lines: 15
//
// The input is a bound that is passed on and meets a variable in another function; the second round fails.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned rounds;
static unsigned next(unsigned limit) {
  unsigned done = 0;
  for (unsigned i = 0; i != limit; ++i) {
    ++done;
    if (i > limit) break;
  }
  rounds += done;
  if (rounds == 2) reach_error();
  return rounds;
}
int main(void) {
  unsigned limit = __VERIFIER_nondet_uint();
  if (limit > 100) return 0;
  return next(limit) > 100;
}
