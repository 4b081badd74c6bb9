// primitive: std::atomic<int>
// expect: verified
// exit: 0
//
// Read-modify-write operations lose nothing.
#include <atomic>
#include <thread>

static std::atomic<int> counter;

int main() {
  std::thread other([] { counter.fetch_add(1); });
  counter++;
  other.join();
  counter.fetch_or(4);
  counter ^= 1;
  return counter.exchange(0) - 7;
}
