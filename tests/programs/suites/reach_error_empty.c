// expect: assertion
// lines: 8
// message: reach_error
//
// A definition that does nothing does not make the error harmless.
static void reach_error(void) {}
void __VERIFIER_assert(int holds) {
  if (!holds) reach_error();
}
int main(void) {
  volatile int one = 1;
  __VERIFIER_assert(one == 2);
  return 0;
}
