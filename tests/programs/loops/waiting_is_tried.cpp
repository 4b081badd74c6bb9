// expect: exit
// message: the program ends with status 3
//
// A wait with a time limit lets go of the mutex and takes it back in every round, and who tries the mutex can tell how often.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex m;
  std::condition_variable changed;
  bool ready = false;
  std::thread waiter([&] {
    std::unique_lock lock(m);
    while (!ready) changed.wait_for(lock, std::chrono::milliseconds(10));
  });
  int seen = 0;
  for (int i = 0; i < 5; i++) {
    const bool free = m.try_lock();
    if (free) m.unlock();
    seen = seen * 2 + !free;
  }
  {
    std::lock_guard lock(m);
    ready = true;
  }
  waiter.join();
  return seen == 0b10101 ? 3 : 0;
}
