// primitive: std::execution::par
// expect: inconclusive
// message: cxx_parallel_algorithm.cpp:15:3: an algorithm with std::execution::par
// flags: -std=c++17 -D_GLIBCXX_USE_TBB_PAR_BACKEND=0
//
// The lambda races with itself where the algorithm uses several threads; without a thread library it does not.
#include <algorithm>
#include <execution>
#include <vector>

static std::vector<int> values{1, 2, 3};
static int sum;

int main() {
  std::for_each(std::execution::par, values.begin(), values.end(), [](int value) { sum += value; });
  return sum - 6;
}
