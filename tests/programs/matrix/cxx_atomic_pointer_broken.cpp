// primitive: std::atomic<T*>
// expect: race
// lines: 14, 18
//
// Relaxed: what the pointer points to is not published.
#include <atomic>
#include <thread>

static int value;
static std::atomic<int*> published{nullptr};

int main() {
  std::thread other([] {
    value = 5;
    published.store(&value, std::memory_order_relaxed);
  });
  int seen = 0;
  if (int* p = published.load(std::memory_order_relaxed)) seen = *p;
  other.join();
  return seen > 5;
}
