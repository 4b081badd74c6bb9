// expect: verified
//
// A function-local static is initialised once, before any caller gets it.
#include <cassert>
#include <thread>

static int made;

struct Table {
  int entries;
  Table() : entries(3) { made++; }
};

static Table& table() {
  static Table only;
  return only;
}

int main() {
  std::thread other([] { assert(table().entries == 3); });
  assert(table().entries == 3);
  other.join();
  assert(made == 1);
}
