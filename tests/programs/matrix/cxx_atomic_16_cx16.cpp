// primitive: std::atomic of 16 bytes
// expect: verified
// exit: 6
// flags: -mcx16
//
// Sixteen bytes: loaded, stored and exchanged as a whole.
#include <atomic>
#include <thread>

struct Wide {
  long a, b;
};
static std::atomic<Wide> wide{Wide{0, 0}};

int main() {
  std::thread other([] {
    Wide seen = wide.load();
    while (!wide.compare_exchange_weak(seen, Wide{seen.a + 1, seen.b + 1})) {
    }
  });
  const Wide before = wide.exchange(Wide{5, 5});
  other.join();
  const Wide end = wide;
  if (before.a != before.b || end.a != end.b) return 9;
  return static_cast<int>(before.a + end.a);
}
