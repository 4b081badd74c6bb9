// expect: race on seen
// lines: 11, 12
//
// erase against size.
#include <set>
#include <thread>

static std::set<int> seen{1, 2, 3};

int main() {
  std::thread other([] { seen.erase(2); });
  auto n = seen.size();
  other.join();
  return n == 0;
}
