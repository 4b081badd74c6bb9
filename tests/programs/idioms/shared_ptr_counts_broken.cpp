// expect: race on shared
// lines: 12, 14
//
// The count of a std::shared_ptr may be used by many threads, one std::shared_ptr object may not.
#include <memory>
#include <thread>

static std::shared_ptr<int> shared = std::make_shared<int>(1);

int main() {
  std::thread other([] {
    std::shared_ptr<int> copy = shared;
  });
  shared.reset();
  other.join();
}
