// primitive: std::this_thread::yield
// expect: verified
// exit: 0
//
// A polite spin.
#include <atomic>
#include <thread>

static std::atomic<bool> ready;
static int data;

int main() {
  std::thread other([] {
    data = 1;
    ready = true;
  });
  while (!ready) std::this_thread::yield();
  const int seen = data;
  other.join();
  return seen - 1;
}
