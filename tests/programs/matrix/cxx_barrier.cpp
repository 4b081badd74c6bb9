// primitive: std::barrier
// expect: verified
// exit: 0
// flags: -std=c++20
//
// Each thread reads what the other wrote in the phase before.
#include <barrier>
#include <thread>

static std::barrier<> phase(2);
static int written[2];

static int work(int me) {
  written[me] = me + 1;
  phase.arrive_and_wait();
  return written[!me];
}

int main() {
  int theirs = 0;
  std::thread other([&] { theirs = work(1); });
  const int mine = work(0);
  other.join();
  return mine + theirs - 3;
}
