// expect: race on values
// lines: 11, 12
//
// The two halves overlap by one element.
#include <algorithm>
#include <thread>

static int values[5] = {5, 1, 3, 0, 2};

int main() {
  std::thread other([] { std::sort(values, values + 3); });
  std::sort(values + 2, values + 5);
  other.join();
}
