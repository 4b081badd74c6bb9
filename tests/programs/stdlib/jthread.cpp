// expect: verified
// flags: -std=c++20
//
// std::jthread asks its thread to stop and joins it.
#include <atomic>
#include <stop_token>
#include <thread>

static std::atomic<int> stopped{0};

int main() {
  {
    std::jthread worker([](std::stop_token stop) {
      while (!stop.stop_requested()) {
      }
      stopped = 1;
    });
  }
  return stopped - 1;
}
