// expect: race on heap block
// lines: 11, 12
//
// The tree has one node already: the insertion links the new node below it while find goes down the same way.
#include <map>
#include <thread>

static std::map<int, int> numbers{{1, 10}};

int main() {
  std::thread other([] { numbers.emplace(3, 30); });
  bool found = numbers.count(2) != 0;
  other.join();
  return found;
}
