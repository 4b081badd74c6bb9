// primitive: std::condition_variable::wait_for
// expect: misuse
// lines: 24
//
// The condition ends while a thread waits for it.
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>

static std::mutex m;
static bool waiting;
alignas(std::condition_variable) static char place[sizeof(std::condition_variable)];

int main() {
  auto* changed = new (place) std::condition_variable;
  std::thread waiter([=] {
    std::unique_lock<std::mutex> lock(m);
    waiting = true;
    changed->wait_for(lock, std::chrono::seconds(1));
    waiting = false;
  });
  m.lock();
  if (waiting) changed->~condition_variable();
  m.unlock();
  waiter.join();
}
