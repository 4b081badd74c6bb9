// expect: verified
// assumes: sequential consistency
// assumes: malloc succeeds
//
// A round that allocates and frees leaves nothing that anybody could notice: the loop waits.
#include <atomic>
#include <memory>
#include <string>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread other([] { ready = true; });
  while (!ready) {
    auto one = std::make_unique<int>(1);
    std::string text(100, 'x');
  }
  other.join();
}
