// expect: assertion
// search: auto
// flags: -std=c++17
//
// As timer, with a mistake that shows in the third round.
#include <atomic>
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::atomic<bool> stop;
std::mutex m;
int ticks;

int main() {
  std::thread timer([] {
    while (!stop) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      std::lock_guard guard(m);
      ticks++;
    }
  });
  {
    std::lock_guard guard(m);
    assert(ticks >= 0);
    assert(ticks != 3);
  }
  stop = true;
  timer.join();
}
