// expect: inconclusive
// message: only the first 4 were chosen
//
// 0 does not end this loop.
extern int __VERIFIER_nondet_int(void);
static int rounds;
int main(void) {
  while (!__VERIFIER_nondet_int()) rounds++;
  return 0;
}
