// expect: verified
// search: dpor optimal
// flags: -std=c++17
//
// The same with atomics: nobody notifies, the worker notices after its time limit.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable never;
std::atomic<bool> beat, stop;

int main() {
  std::thread worker([] {
    std::unique_lock lock(m);
    while (!stop) {
      beat = true;
      never.wait_for(lock, std::chrono::milliseconds(10));
    }
  });
  while (!beat) {
  }
  beat = false;
  while (!beat) {
  }
  stop = true;
  worker.join();
}
