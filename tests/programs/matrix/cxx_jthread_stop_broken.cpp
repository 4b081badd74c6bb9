// primitive: std::jthread::request_stop
// expect: deadlock
// flags: -std=c++20
//
// The thread waits for a condition, which a request to stop does not wake.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool work;

int main() {
  std::jthread worker([](std::stop_token stop) {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [&] { return work || stop.stop_requested(); });
  });
}
