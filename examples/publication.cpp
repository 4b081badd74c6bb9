// expect: verified
//
// The usual way to hand data to another thread: write it, then set a flag with release; see the flag with acquire,
// then read it. Everything before the release happens before everything after the acquire.
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

static std::string message;
static std::atomic<bool> ready{false};

int main() {
  std::thread sender([] {
    message = "hello";
    ready.store(true, std::memory_order_release);
  });
  while (!ready.load(std::memory_order_acquire)) {
  }
  assert(message == "hello");
  sender.join();
}
