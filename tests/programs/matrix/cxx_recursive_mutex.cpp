// primitive: std::recursive_mutex
// expect: verified
// exit: 0
//
// The owner may lock again and unlocks as often.
#include <mutex>
#include <thread>

static std::recursive_mutex m;
static int counter;

static void add(int times) {
  std::lock_guard<std::recursive_mutex> lock(m);
  if (times == 0) return;
  counter++;
  add(times - 1);
}

int main() {
  std::thread other(add, 2);
  add(1);
  other.join();
  return counter - 3;
}
