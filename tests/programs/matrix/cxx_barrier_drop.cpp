// primitive: std::barrier::arrive_and_drop
// expect: verified
// exit: 0
// flags: -std=c++20
//
// Who drops out is not waited for any more.
#include <barrier>
#include <thread>

static std::barrier<> phase(2);
static int data;

int main() {
  std::thread other([] {
    data = 1;
    phase.arrive_and_drop();
  });
  phase.arrive_and_wait();
  const int seen = data;
  phase.arrive_and_wait();
  other.join();
  return seen - 1;
}
