// expect: verified
//
// A std::thread that joins itself gets an exception, not a deadlock.
#include <atomic>
#include <cassert>
#include <system_error>
#include <thread>

static std::thread worker;
static std::atomic<bool> set{false};

int main() {
  std::atomic<bool> refused{false};
  worker = std::thread([&refused] {
    while (!set) {
    }
    try {
      worker.join();
    } catch (const std::system_error& e) {
      refused = e.code() == std::errc::resource_deadlock_would_occur;
    }
  });
  set = true;
  while (!refused) {
  }
  worker.join();
}
