// expect: verified
// search: dpor optimal
// flags: -std=c++17
//
// A loop around a timed wait whose thread learns the time of another, by the mutex, in the midst of a round.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable changed;
int state;

int main() {
  using namespace std::chrono_literals;
  std::thread worker([] {
    std::unique_lock lock(m);
    while (state != 2) changed.wait_for(lock, 10ms);
  });
  for (int i = 1; i <= 2; i++) {
    std::this_thread::sleep_for(1s);
    std::lock_guard lock(m);
    state = i;
  }
  worker.join();
}
