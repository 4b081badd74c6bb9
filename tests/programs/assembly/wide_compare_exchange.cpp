// expect: assertion
// lines: 31
//
// Sixteen bytes at once: both counters move together, and the last assertion is wrong on purpose.
#include <cassert>
#include <cstdint>
#include <thread>
struct alignas(16) Pair {
  std::uint64_t first, second;
};
static Pair pair;
static bool swap(Pair& expected, std::uint64_t first, std::uint64_t second) {
  bool done;
  __asm__ __volatile__("lock; cmpxchg16b %1\n\tsetz %0"
                       : "=q"(done), "+m"(pair), "+a"(expected.first), "+d"(expected.second)
                       : "b"(first), "c"(second)
                       : "memory", "cc");
  return done;
}
static void increment() {
  Pair seen = {0, 0};
  while (!swap(seen, seen.first + 1, seen.second + 2)) {
  }
}
int main() {
  std::thread other(increment);
  increment();
  other.join();
  assert(pair.first == 2);
  assert(pair.second == 4);
  assert(pair.second == 3);
  return 0;
}
