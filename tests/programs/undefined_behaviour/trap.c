// expect: crash
// lines: 8
// signal: SIGILL
// message: a trap was reached
//
int main(int argc, char** argv) {
  (void)argv;
  if (argc == 1) __builtin_trap();
  return 0;
}
