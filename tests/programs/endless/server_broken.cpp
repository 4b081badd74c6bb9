// expect: assertion
// search: auto
// flags: -std=c++17
//
// As server, with a mistake that shows in the third round.
#include <cassert>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable changed;
int waiting, served;

int main() {
  std::thread([] {
    for (;;) {
      std::unique_lock lock(m);
      changed.wait(lock, [] { return waiting > 0; });
      --waiting;
      ++served;
    }
  }).detach();
  std::thread([] {
    for (;;) {
      std::lock_guard guard(m);
      ++waiting;
      changed.notify_one();
    }
  }).detach();
  std::lock_guard guard(m);
  assert(served >= 0);
  assert(served != 3);
  std::_Exit(0);
}
