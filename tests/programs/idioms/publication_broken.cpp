// expect: race on data
// lines: 15, 19
// visible: sync all
//
// publication.cpp with a relaxed store: the acquire load has nothing to synchronise with.
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<bool> ready{false};

int main() {
  std::thread writer([] {
    data = 42;
    ready.store(true, std::memory_order_relaxed);
  });
  std::thread reader([] {
    if (ready.load(std::memory_order_acquire)) assert(data == 42);
  });
  writer.join();
  reader.join();
}
