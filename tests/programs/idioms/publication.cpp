// expect: verified
// visible: sync all
// executions(dpor): 2
//
// Publication by a release store and an acquire load.
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<bool> ready{false};

int main() {
  std::thread writer([] {
    data = 42;
    ready.store(true, std::memory_order_release);
  });
  std::thread reader([] {
    if (ready.load(std::memory_order_acquire)) assert(data == 42);
  });
  writer.join();
  reader.join();
}
