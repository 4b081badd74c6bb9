// expect: race on v
// lines: 11, 12
//
// push_back, which moves the elements, against a read of one.
#include <thread>
#include <vector>

static std::vector<int> v{7};

int main() {
  std::thread other([] { v.push_back(1); });
  int first = v[0];
  other.join();
  return first - 7;
}
