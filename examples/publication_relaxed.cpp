// expect: race on message
// lines: 14, 19
//
// publication.cpp with memory_order_relaxed. The flag still arrives, but it orders nothing: the compiler and the
// processor may move the message behind it. On many machines a test never shows this; the race is there all the same.
#include <atomic>
#include <thread>

static int message;
static std::atomic<bool> ready{false};

int main() {
  std::thread sender([] {
    message = 42;
    ready.store(true, std::memory_order_relaxed);
  });
  while (!ready.load(std::memory_order_relaxed)) {
  }
  int got = message;
  sender.join();
  return got - 42;
}
