// expect: inconclusive
// message: rounds of the loop
// search: auto
// flags: -std=c++17
//
// A server and a client that never stop; the process ends under them.
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
  std::_Exit(0);
}
