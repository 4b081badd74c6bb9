// expect: crash
// lines: 9
// flags: -std=c++23
// message: assumes
//
static int half(int n) { return n / 2; }

int main(int argc, char**) {
  [[assume(argc > 1)]];
  return half(argc) == 7;
}
