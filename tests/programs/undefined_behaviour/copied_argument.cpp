// expect: memory
// lines: 14
//
// To hand the copy over is to use it.
#include <cstdlib>

static double half(double x) { return x / 2; }

int main(int argc, char**) {
  float f;
  if (argc > 5) f = 1;
  float copy = f;
  auto pass = [](float g) { return g; };
  return half(pass(copy)) > 3 ? EXIT_FAILURE : 0;
}
