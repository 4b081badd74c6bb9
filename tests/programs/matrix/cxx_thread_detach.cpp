// primitive: std::thread::detach
// expect: verified
// exit: 5
//
// A detached thread hands its result over through an atomic.
#include <atomic>
#include <thread>

static int result;
static std::atomic<bool> ready;

int main() {
  std::thread([] {
    result = 5;
    ready = true;
  }).detach();
  return ready ? result : 5;
}
