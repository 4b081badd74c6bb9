// expect: verified
// exit: 0 1
//
// A timed wait may end by time or by the signal: both are tried.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread other([] {
    std::lock_guard<std::mutex> lock(m);
    ready = true;
    changed.notify_one();
  });
  bool in_time;
  {
    std::unique_lock<std::mutex> lock(m);
    if (!ready) changed.wait_for(lock, std::chrono::milliseconds(1));
    in_time = ready;
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  other.join();
  return in_time ? 0 : 1;
}
