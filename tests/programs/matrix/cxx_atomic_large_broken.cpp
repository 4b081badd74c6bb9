// primitive: std::atomic of more than 16 bytes
// expect: race on data
//
// A relaxed store publishes nothing, however large it is.
#include <atomic>
#include <thread>

struct Large {
  long part[4];
};
static std::atomic<Large> large;
static int data;

int main() {
  std::thread other([] {
    data = 1;
    large.store(Large{{1, 1, 1, 1}}, std::memory_order_relaxed);
  });
  if (large.load(std::memory_order_relaxed).part[0] == 1) data = 2;
  other.join();
}
