// primitive: std::atomic_ref
// expect: verified
// exit: 0
// flags: -std=c++20
//
// While it is shared, the variable is used through atomic_ref alone.
#include <atomic>
#include <thread>

int main() {
  int counter = 0;
  double sum = 0;
  std::thread other([&] {
    std::atomic_ref<int>(counter).fetch_add(1);
    std::atomic_ref<double>(sum).fetch_add(1.5);
  });
  std::atomic_ref<int> mine(counter);
  mine++;
  other.join();
  return counter - 2 + (sum != 1.5);
}
