// primitive: std::call_once
// expect: race on value
// lines: 13
//
// Each thread has its own flag.
#include <mutex>
#include <thread>

static int value;

static void use() {
  std::once_flag once;
  std::call_once(once, [] { value++; });
}

int main() {
  std::thread other(use);
  use();
  other.join();
}
