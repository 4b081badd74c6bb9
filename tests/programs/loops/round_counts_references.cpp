// expect: verified
// assumes: sequential consistency
// assumes: malloc succeeds
//
// A block with a count of references, which goes up and down in each round: nobody else can see it.
#include <atomic>
#include <memory>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread other([] { ready = true; });
  while (!ready) {
    auto shared = std::make_shared<int>(1);
    auto again = shared;
  }
  other.join();
}
