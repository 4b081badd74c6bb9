// primitive: std::atomic of a struct
// expect: assertion
// lines: 26
//
// Loaded, changed and stored: another change is lost.
#include <atomic>
#include <cassert>
#include <thread>

struct Pair {
  int a, b;
};
static std::atomic<Pair> pair{Pair{0, 0}};

int main() {
  std::thread other([] {
    Pair seen = pair;
    seen.a = 1;
    pair = seen;
  });
  Pair seen = pair;
  seen.b = 1;
  pair = seen;
  other.join();
  const Pair end = pair;
  assert(end.a == 1 && end.b == 1);
}
