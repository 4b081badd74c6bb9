// primitive: std::barrier
// expect: race on written
// lines: 16, 19
// flags: -std=c++20
//
// One writes and the other reads in the same phase.
#include <barrier>
#include <thread>

static std::barrier<> phase(2);
static int written;

int main() {
  std::thread other([] {
    phase.arrive_and_wait();
    written = 1;
  });
  phase.arrive_and_wait();
  const int seen = written;
  other.join();
  return seen > 1;
}
