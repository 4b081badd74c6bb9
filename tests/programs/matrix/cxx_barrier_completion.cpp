// primitive: std::barrier with a completion function
// expect: verified
// exit: 0
// flags: -std=c++20
//
// The function runs once a phase, when all have arrived and before anyone goes on.
#include <barrier>
#include <thread>

static int sum, total;
static int part[2];

struct Add {
  void operator()() noexcept {
    sum = part[0] + part[1];
    total++;
  }
};

static std::barrier<Add> phase(2);

static int work(int me) {
  part[me] = me + 1;
  phase.arrive_and_wait();
  return sum;
}

int main() {
  int theirs = 0;
  std::thread other([&] { theirs = work(1); });
  const int mine = work(0);
  other.join();
  return mine + theirs + total - 7;
}
