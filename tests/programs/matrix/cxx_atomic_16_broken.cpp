// primitive: std::atomic of 16 bytes
// expect: race on data
// lines: 17, 21
//
// The wide flag is read relaxed: it publishes nothing.
#include <atomic>
#include <thread>

struct Wide {
  long a, b;
};
static std::atomic<Wide> wide{Wide{0, 0}};
static int data;

int main() {
  std::thread other([] {
    data = 1;
    wide.store(Wide{1, 1}, std::memory_order_release);
  });
  int seen = 0;
  if (wide.load(std::memory_order_relaxed).a) seen = data;
  other.join();
  return seen > 1;
}
