// expect: assertion
// flags: -std=c++17
//
// The watchdog takes the next beat for one that cannot have come yet.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

std::atomic<bool> beat, stop;

int main() {
  using namespace std::chrono_literals;
  std::thread worker([] {
    while (!stop) {
      beat = true;
      std::this_thread::sleep_for(1ms);
    }
  });
  for (int i = 0; i < 2; i++) {
    while (!beat) std::this_thread::sleep_for(1ms);
    beat = false;
    assert(!beat);
  }
  stop = true;
  worker.join();
}
