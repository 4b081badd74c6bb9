// expect: verified
//
// std::list: splice, sort and remove under a lock.
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

static std::mutex m;
static std::list<int> items;

static void add(int a, int b) {
  std::list<int> own{a, b};
  std::lock_guard<std::mutex> lock(m);
  items.splice(items.end(), own);
}

int main() {
  std::thread other(add, 4, 2);
  add(3, 1);
  other.join();
  items.sort();
  assert((items == std::list<int>{1, 2, 3, 4}));
  items.remove(2);
  items.reverse();
  return items.front() == 4 && items.size() == 3 ? 0 : 1;
}
