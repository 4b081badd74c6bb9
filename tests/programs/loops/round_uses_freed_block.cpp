// expect: memory
//
// The block of the round before, used in the next.
#include <atomic>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread other([] { ready = true; });
  int *stale = nullptr;
  while (!ready) {
    int *fresh = new int(1);
    if (stale != nullptr) *fresh = *stale;
    stale = fresh;
    delete fresh;
  }
  other.join();
}
