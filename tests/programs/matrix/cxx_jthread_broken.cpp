// primitive: std::jthread
// expect: race on inside
// lines: 12, 13
// flags: -std=c++20
//
// The join comes at the end of the scope, after the read.
#include <thread>

static int inside;

int main() {
  std::jthread worker([] { inside = 1; });
  return inside > 1;
}
