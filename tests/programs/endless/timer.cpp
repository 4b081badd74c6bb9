// expect: inconclusive
// message: rounds of the loop
// search: auto
// flags: -std=c++17
//
// A timer that counts its ticks until it is stopped.
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
  }
  stop = true;
  timer.join();
}
