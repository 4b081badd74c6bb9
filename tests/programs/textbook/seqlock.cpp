// expect: verified
//
// A sequence lock over atomics: odd while the writer is at work; a reader that saw it odd or changed reads again.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> sequence{0};
static std::atomic<int> first{0}, second{0};

static void write(int value) {
  unsigned s = sequence.load(std::memory_order_relaxed);
  sequence.store(s + 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  first.store(value, std::memory_order_relaxed);
  second.store(value, std::memory_order_relaxed);
  sequence.store(s + 2, std::memory_order_release);
}

static bool read_pair() {
  for (;;) {
    unsigned before = sequence.load(std::memory_order_acquire);
    if (before & 1) continue;
    int a = first.load(std::memory_order_relaxed), b = second.load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (sequence.load(std::memory_order_relaxed) == before) return a == b;
  }
}

int main() {
  std::thread writer([] {
    write(1);
    write(2);
  });
  assert(read_pair());
  writer.join();
}
