// primitive: std::atomic_ref
// expect: race on counter
// lines: 13, 14
// flags: -std=c++20
//
// One thread goes past the atomic_ref.
#include <atomic>
#include <thread>

static int counter;

int main() {
  std::thread other([] { std::atomic_ref<int>(counter).fetch_add(1); });
  counter++;
  other.join();
}
