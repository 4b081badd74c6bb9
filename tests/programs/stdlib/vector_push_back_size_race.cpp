// expect: race on v
// lines: 11, 12
//
// push_back against size.
#include <thread>
#include <vector>

static std::vector<int> v;

int main() {
  std::thread other([] { v.push_back(1); });
  auto n = v.size();
  other.join();
  return n > 1;
}
