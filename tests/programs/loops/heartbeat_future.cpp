// expect: verified
// search: dpor optimal
// flags: -std=c++17
//
// The order to stop is a future that is looked at with a time limit.
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

std::atomic<bool> beat;

int main() {
  using namespace std::chrono_literals;
  std::promise<void> stop;
  std::thread worker([order = stop.get_future()] {
    while (order.wait_for(1ms) != std::future_status::ready) beat = true;
  });
  while (!beat) {
  }
  beat = false;
  while (!beat) {
  }
  stop.set_value();
  worker.join();
}
