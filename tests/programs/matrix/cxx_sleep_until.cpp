// primitive: std::this_thread::sleep_until
// expect: verified
// exit: 0 1
//
// Sleeping takes no real time and orders nothing; the mutex does.
#include <chrono>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

int main() {
  std::thread other([] {
    std::this_thread::sleep_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(10));
    std::lock_guard<std::mutex> lock(m);
    counter++;
  });
  m.lock();
  const int seen = counter;
  m.unlock();
  other.join();
  return seen;
}
