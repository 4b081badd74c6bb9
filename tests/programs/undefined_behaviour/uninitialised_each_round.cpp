// expect: memory
// lines: 11
//
// The variable of a loop's body is a new one in each round.
#include <cstdlib>

int main() {
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    int value;
    if (i == 1) sum += value;
    value = i;
    if (value > 100) std::abort();
  }
  return sum > 100;
}
