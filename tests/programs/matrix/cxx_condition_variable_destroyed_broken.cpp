// primitive: std::condition_variable
// expect: misuse
//
// The condition ends while a thread waits for it.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  auto* changed = new std::condition_variable;
  std::thread waiter([=] {
    std::unique_lock<std::mutex> lock(m);
    changed->wait_for(lock, std::chrono::seconds(1));
  });
  delete changed;
  waiter.join();
}
