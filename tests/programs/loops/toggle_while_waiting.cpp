// expect: assertion
// search: dpor optimal
// flags: -std=c++17
//
// Busy around a timed wait in a loop.
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable changed;
std::atomic<bool> waiting, quit;

int main() {
  std::thread worker([] {
    std::unique_lock lock(m);
    while (!quit) {
      waiting = true;
      changed.wait_for(lock, std::chrono::milliseconds(1));
      waiting = false;
    }
  });
  bool seen = true;
  for (int i = 0; i < 5; i++) seen &= waiting == (i % 2 == 0);
  assert(!seen);
  quit = true;
  worker.join();
}
