// primitive: std::barrier::arrive
// expect: race on data
// lines: 15, 19
// flags: -std=c++20
//
// Arrives and does not wait.
#include <barrier>
#include <thread>

static std::barrier<> phase(2);
static int data;

int main() {
  std::thread other([] {
    data = 1;
    (void)phase.arrive();
  });
  (void)phase.arrive();
  const int seen = data;
  other.join();
  return seen > 1;
}
