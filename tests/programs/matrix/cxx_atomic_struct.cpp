// primitive: std::atomic of a struct
// expect: verified
// exit: 0
//
// Both members change together.
#include <atomic>
#include <thread>

struct Pair {
  int a, b;
};
static std::atomic<Pair> pair{Pair{0, 0}};

static void add() {
  Pair seen = pair.load();
  while (!pair.compare_exchange_strong(seen, Pair{seen.a + 1, seen.b + 1})) {
  }
}

int main() {
  std::thread other(add);
  const Pair seen = pair;
  add();
  other.join();
  const Pair end = pair;
  return seen.a == seen.b && end.a == 2 && end.b == 2 ? 0 : 1;
}
