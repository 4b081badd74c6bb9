// primitive: std::lock_guard
// expect: race on counter
// lines: 14
//
// The guard has no name: it unlocks in the same statement.
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void add() {
  (void)std::lock_guard<std::mutex>(m);
  counter++;
}

int main() {
  std::thread other(add);
  add();
  other.join();
}
