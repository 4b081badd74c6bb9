// Threads that create threads, meet each other in any order, and wait together: slots, handles and the order of waiters
// follow from names, so that two processes agree on every state.
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static int ready, woken;

static void wait_for_a_signal() {
  std::unique_lock<std::mutex> lock(m);
  ++ready;
  changed.wait(lock, [] { return woken > 0; });
  --woken;
}

int main() {
  std::thread one([] {
    std::thread below(wait_for_a_signal);
    below.join();
  });
  std::thread two(wait_for_a_signal);
  for (int i = 0; i < 2; i++) {
    std::lock_guard<std::mutex> lock(m);
    ++woken;
    changed.notify_one();
  }
  one.join();
  {
    std::lock_guard<std::mutex> lock(m);
    woken += 2;
    changed.notify_all();
  }
  two.join();
}
