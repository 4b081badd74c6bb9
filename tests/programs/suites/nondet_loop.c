// expect: inconclusive
// message: only the first 4 were chosen
//
// As many rounds as the input says: not all of them are covered, and the verdict says so.
extern int __VERIFIER_nondet_int(void);
static int rounds;
int main(void) {
  while (__VERIFIER_nondet_int()) rounds++;
  return 0;
}
