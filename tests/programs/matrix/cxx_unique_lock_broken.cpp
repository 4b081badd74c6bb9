// primitive: std::unique_lock
// expect: race on counter
// lines: 14
//
// Deferred, and never locked.
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void add() {
  std::unique_lock<std::mutex> lock(m, std::defer_lock);
  counter++;
}

int main() {
  std::thread other(add);
  add();
  other.join();
}
