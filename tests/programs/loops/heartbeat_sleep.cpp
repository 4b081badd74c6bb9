// expect: verified
// flags: -std=c++17
//
// A worker that beats and sleeps, a watchdog that resets and sleeps.
#include <atomic>
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
  }
  stop = true;
  worker.join();
}
