// expect: memory
//
// Nor is one that frees something that was there before.
#include <atomic>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  int *old = new int(1);
  std::thread other([] { ready = true; });
  while (!ready) delete old;
  other.join();
}
