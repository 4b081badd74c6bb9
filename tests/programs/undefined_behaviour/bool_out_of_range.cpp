// expect: verified
//
// A bool and an enumerator that are none: some value, but always the same, and no code is lost.
#include <cassert>
#include <cstring>

enum Small { A, B };

static int count(bool b) { return b ? 1 : 0; }
static int choose(Small s) {
  switch (s) {
    case A: return 10;
    case B: return 20;
  }
  return 30;
}

int main() {
  bool b;
  Small s;
  unsigned char byte = 2;
  int seven = 7;
  std::memcpy(&b, &byte, 1);
  std::memcpy(&s, &seven, sizeof s);
  int n = count(b);
  assert(n == 0 || n == 1);
  assert(choose(s) == 30);
}
