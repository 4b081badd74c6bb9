// expect: verified
// assumes: malloc succeeds
//
// A round that allocates and frees leaves nothing that anybody could notice: the loop waits.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

std::atomic<bool> ready{false};

int main() {
  std::thread other([] { ready = true; });
  while (!ready) {
    auto one = std::make_unique<int>(1);
    std::string text(100, 'x');
    std::vector<int> numbers;
    for (int i = 0; i < 3; ++i) numbers.push_back(i);
    auto shared = std::make_shared<int>(*one);
    auto again = shared;
  }
  other.join();
}
