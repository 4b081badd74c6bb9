// primitive: std::call_once
// expect: verified
// exit: 0
//
// Both threads see what the one call did.
#include <mutex>
#include <thread>

static std::once_flag once;
static int value;

static void use() {
  std::call_once(once, [](int n) { value += n; }, 7);
}

int main() {
  std::thread other(use);
  use();
  const int seen = value;
  other.join();
  return seen - 7;
}
