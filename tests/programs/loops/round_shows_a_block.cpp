// expect: assertion
//
// A round that shows its block to others and takes it back: who looks can see it come and go.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> quit{false};
std::atomic<int *> shown{nullptr};

int main() {
  std::thread other([] {
    int seen = 0;
    if (shown.load() != nullptr) ++seen;
    if (shown.load() == nullptr) ++seen;
    if (shown.load() != nullptr) ++seen;
    quit = true;
    assert(seen < 3);
  });
  while (!quit) {
    int *fresh = new int(1);
    shown = fresh;
    shown = nullptr;
    delete fresh;
  }
  other.join();
}
