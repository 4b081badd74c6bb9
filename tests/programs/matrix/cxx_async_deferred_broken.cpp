// primitive: std::async, launch::deferred
// expect: livelock
//
// Nobody gets, so it never runs: waiting for its effect takes for ever.
#include <atomic>
#include <future>
#include <thread>

static std::atomic<bool> done;

int main() {
  auto later = std::async(std::launch::deferred, [] { done = true; });
  while (!done) std::this_thread::yield();
  later.get();
}
