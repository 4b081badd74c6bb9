// primitive: std::condition_variable_any::wait with a stop_token
// expect: assertion
// lines: 21
// flags: -std=c++20
//
// The wait may have ended by the request, without the condition.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex m;
static std::condition_variable_any changed;
static bool ready;

int main() {
  std::jthread waiter([](std::stop_token stop) {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, stop, [] { return ready; });
    assert(ready);
  });
}
