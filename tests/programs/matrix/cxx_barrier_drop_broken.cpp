// primitive: std::barrier::arrive_and_drop
// expect: deadlock
// flags: -std=c++20
//
// Leaves by arrive alone: the next phase waits for it.
#include <barrier>
#include <thread>

static std::barrier<> phase(2);

int main() {
  std::thread other([] { (void)phase.arrive(); });
  phase.arrive_and_wait();
  phase.arrive_and_wait();
  other.join();
}
