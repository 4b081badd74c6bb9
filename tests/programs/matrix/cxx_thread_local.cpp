// primitive: thread_local
// expect: verified
// exit: 0
//
// Each thread has its own; destructors run when the thread ends, before join returns.
#include <thread>

static int destroyed;

struct Counter {
  int value = 1;
  ~Counter() { destroyed += value; }
};
static thread_local Counter counter;

int main() {
  std::thread other([] { counter.value += 4; });
  counter.value++;
  other.join();
  return destroyed - 5 + counter.value - 2;
}
