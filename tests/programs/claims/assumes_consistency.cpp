// expect: verified
// assumes: sequential consistency
//
// Relaxed operations may show what no interleaving shows.
#include <atomic>

std::atomic<int> x{0};

int main() {
  x.store(1, std::memory_order_relaxed);
  return x.load(std::memory_order_relaxed) - 1;
}
