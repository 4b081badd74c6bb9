// expect: crash
// lines: 7
// message: unreachable
//
static int sign(int n) {
  if (n > 0) return 1;
  __builtin_unreachable();
}

int main(int argc, char** argv) { return sign(argc - 1) == (argv != 0); }
