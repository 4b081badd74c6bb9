// expect: verified
// detectors: exact
// flags: -std=c++20
//
// std::atomic of twelve bytes: libatomic locks, and it is as atomic as any other.
#include <atomic>
#include <cassert>
#include <thread>

struct Vector {
  int x, y, z;
  bool operator==(const Vector&) const = default;
};
std::atomic<Vector> shared;
int data;

int main() {
  std::thread t([] {
    data = 1;
    shared.store({1, 1, 1}, std::memory_order_release);
    Vector expected{1, 1, 1};
    while (!shared.compare_exchange_strong(expected, {2, 2, 2})) {
    }
  });
  const Vector seen = shared.load(std::memory_order_acquire);
  assert(seen.x == seen.y && seen.y == seen.z);
  if (seen.x == 1) assert(data == 1);
  t.join();
  Vector expected{7, 7, 7};
  assert(!shared.compare_exchange_strong(expected, {3, 3, 3}) && expected.y == 2);
  assert(shared.exchange({4, 4, 4}) == (Vector{2, 2, 2}) && shared.load().z == 4);
}
