// primitive: std::timed_mutex
// expect: race on counter
// lines: 15
//
// Counts after the time is up, without the mutex.
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex m;
static int counter;

static void add() {
  std::unique_lock<std::timed_mutex> lock(m, std::chrono::system_clock::now() + std::chrono::milliseconds(1));
  counter++;
}

int main() {
  std::thread other(add);
  add();
  other.join();
}
