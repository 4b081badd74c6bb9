// expect: race on items
// lines: 11, 12
//
// push_back against a look at the beginning.
#include <list>
#include <thread>

static std::list<int> items;

int main() {
  std::thread other([] { items.push_back(1); });
  bool any = items.begin() != items.end();
  other.join();
  return any && items.empty();
}
