// primitive: std::call_once
// expect: deadlock
//
// Each initialisation needs the other one.
#include <mutex>
#include <thread>

static std::once_flag a, b;

int main() {
  std::thread other([] {
    std::call_once(b, [] { std::call_once(a, [] {}); });
  });
  std::call_once(a, [] { std::call_once(b, [] {}); });
  other.join();
}
