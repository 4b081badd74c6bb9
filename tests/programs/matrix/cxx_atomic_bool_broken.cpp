// primitive: std::atomic<bool>
// expect: race on data
// lines: 15, 17
//
// The flag is set before the data is written.
#include <atomic>
#include <thread>

static std::atomic<bool> ready{false};
static int data;

int main() {
  std::thread other([] {
    ready = true;
    data = 1;
  });
  const int seen = ready ? data : 0;
  other.join();
  return seen > 1;
}
