// expect: verified
//
// std::sort of the two halves of one array at once, then of the whole.
#include <algorithm>
#include <numeric>
#include <thread>

static int values[6] = {5, 1, 3, 4, 0, 2};

int main() {
  std::thread other([] { std::sort(values, values + 3); });
  std::sort(values + 3, values + 6, [](int a, int b) { return a < b; });
  other.join();
  std::rotate(values, values + 1, values + 6);
  std::sort(values, values + 6);
  return std::is_sorted(values, values + 6) && std::accumulate(values, values + 6, 0) == 15 ? 0 : 1;
}
