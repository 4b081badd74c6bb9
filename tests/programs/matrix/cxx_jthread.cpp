// primitive: std::jthread
// expect: verified
// flags: -std=c++20
//
// The destructor joins.
#include <thread>

static int inside;

int main() {
  { std::jthread worker([] { inside = 1; }); }
  return inside - 1;
}
