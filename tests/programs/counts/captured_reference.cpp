// expect: verified
// executions(dpor): 1
// executions(optimal): 1
// search: dpor optimal
//
// Each round loads the captured reference, which is a plain access, before it looks.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> ready{0};
  std::thread other([&] {
    while (ready.load() == 0) {
    }
  });
  ready.store(1);
  other.join();
}
