// primitive: std::barrier::arrive
// expect: verified
// exit: 0
// flags: -std=c++20
//
// Arrives, works, then waits for the phase by its token.
#include <barrier>
#include <thread>

static std::barrier<> phase(2);
static int data;

int main() {
  std::thread other([] {
    data = 1;
    (void)phase.arrive();
  });
  auto token = phase.arrive();
  phase.wait(std::move(token));
  const int seen = data;
  other.join();
  return seen - 1;
}
