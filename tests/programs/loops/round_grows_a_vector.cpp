// expect: verified
// assumes: sequential consistency
// assumes: malloc succeeds
//
// A vector that grows, and is copied as it does.
#include <atomic>
#include <thread>
#include <vector>

std::atomic<bool> ready{false};

int main() {
  std::thread other([] { ready = true; });
  while (!ready) {
    std::vector<int> numbers;
    numbers.push_back(1);
    numbers.push_back(2);
    numbers.push_back(3);
  }
  other.join();
}
