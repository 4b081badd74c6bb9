// primitive: thread_local
// expect: race on counter
// lines: 14, 15
//
// A pointer to one thread's variable lets another thread at it.
#include <atomic>
#include <thread>

static thread_local int counter;
static std::atomic<int*> shared{nullptr};

int main() {
  shared = &counter;
  std::thread other([] { ++*shared.load(); });
  counter++;
  other.join();
}
