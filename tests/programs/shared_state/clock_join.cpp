// expect: verified
//
// Time is monotone along happens-before: what a thread has seen on the clock lies in the past of whoever joins it, and of
// whoever it creates.
#include <cassert>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;

int main() {
  Clock::now();
  Clock::now();
  const Clock::time_point before = Clock::now();
  Clock::time_point ended;
  std::thread worker([&] {
    assert(Clock::now() >= before);
    for (int i = 0; i < 5; i++) ended = Clock::now();
    std::this_thread::sleep_for(std::chrono::hours(1));
    ended = Clock::now();
  });
  worker.join();
  assert(Clock::now() >= ended);
  assert(ended - before >= std::chrono::hours(1));
}
