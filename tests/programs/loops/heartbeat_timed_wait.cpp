// expect: verified
// search: dpor optimal
// flags: -std=c++17
//
// A watchdog whose worker beats and waits with a time limit for the order to stop.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable stopped;
bool beat, stop;

int main() {
  std::thread worker([] {
    std::unique_lock lock(m);
    while (!stop) {
      beat = true;
      stopped.wait_for(lock, std::chrono::milliseconds(10));
    }
  });
  for (int i = 0; i < 2; i++) {
    for (bool alive = false; !alive;) {
      std::lock_guard lock(m);
      alive = beat;
      beat = false;
    }
  }
  {
    std::lock_guard lock(m);
    stop = true;
  }
  stopped.notify_one();
  worker.join();
}
