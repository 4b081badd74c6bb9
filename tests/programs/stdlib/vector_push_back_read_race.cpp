// expect: race
// lines: 12, 13
//
// push_back, which moves the elements, against a read of one: a race on the vector's pointers if the push_back is
// first, on the freed elements if the read is.
#include <thread>
#include <vector>

static std::vector<int> v{7};

int main() {
  std::thread other([] { v.push_back(1); });
  int first = v[0];
  other.join();
  return first - 7;
}
