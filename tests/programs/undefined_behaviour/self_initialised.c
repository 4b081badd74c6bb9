// expect: memory
// lines: 8
//
// int x = x is what silences a compiler, and no value.
int main(int argc, char** argv) {
  (void)argv;
  int x = x;
  if (x > argc) return 1;
  return 0;
}
