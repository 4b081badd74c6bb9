// primitive: std::async, launch::deferred
// expect: verified
// exit: 0
//
// Runs in the thread that gets, when it gets.
#include <cassert>
#include <future>
#include <thread>

static int ran;

int main() {
  auto later = std::async(std::launch::deferred, [] {
    ran++;
    return std::this_thread::get_id();
  });
  assert(ran == 0 && later.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
  std::thread other([&] { assert(later.get() == std::this_thread::get_id()); });
  other.join();
  assert(ran == 1);
  { auto never = std::async(std::launch::deferred, [] { ran++; }); }
  return ran - 1;
}
