// expect: race on data
// lines: 15, 20
// visible: sync all
//
// publication_fences.cpp without the acquire fence.
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<bool> ready{false};

int main() {
  std::thread writer([] {
    data = 42;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(true, std::memory_order_relaxed);
  });
  std::thread reader([] {
    if (ready.load(std::memory_order_relaxed)) assert(data == 42);
  });
  writer.join();
  reader.join();
}
