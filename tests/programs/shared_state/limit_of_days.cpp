// expect: assertion
// lines: 17
//
// As limit_of_years.cpp: a few days may go by, however fast the others are.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std::chrono;
static std::timed_mutex timed;

int main() {
  std::thread t([] {
    std::lock_guard lock(timed);
  });
  assert(timed.try_lock_until(system_clock::now() + hours(24 * 3)));
  timed.unlock();
  t.join();
}
