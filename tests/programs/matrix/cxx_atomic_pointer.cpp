// primitive: std::atomic<T*>
// expect: verified
// exit: 0
//
// Publishes what it points to; pointer arithmetic counts elements.
#include <atomic>
#include <thread>

static int cells[3];
static std::atomic<int*> next{cells};
static std::atomic<int*> published{nullptr};

int main() {
  std::thread other([] {
    *next.fetch_add(1) = 1;
    int* mine = new int(5);
    published.store(mine, std::memory_order_release);
  });
  *next++ = 1;
  if (int* p = published.load(std::memory_order_acquire)) *p = 6;
  other.join();
  delete published.load();
  return cells[0] + cells[1] + cells[2] - 2 + int(next.load() - cells) - 2;
}
