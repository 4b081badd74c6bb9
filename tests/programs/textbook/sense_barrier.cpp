// expect: verified
// exit: 0
// search: dpor optimal
//
// A barrier with a sense that turns over in each round: the last to come sets the count back before it lets the others
// go, and nobody can mistake the end of one round for that of the next.
#include <atomic>
#include <thread>

constexpr int kThreads = 2, kRounds = 2;
static std::atomic<int> missing{kThreads};
static std::atomic<bool> sense{false};
static int cells[kThreads];

static void arrive(bool& mine) {
  mine = !mine;
  if (missing.fetch_sub(1) == 1) {
    missing.store(kThreads);
    sense.store(mine);
  } else {
    while (sense.load() != mine) {
    }
  }
}

static int work(int me) {
  bool mine = false;
  int sum = 0;
  for (int round = 1; round <= kRounds; round++) {
    cells[me] = round;
    arrive(mine);
    sum += cells[1 - me] - round;
    arrive(mine);
  }
  return sum;
}

int main() {
  int first = 0;
  std::thread other([&] { first = work(0); });
  int second = work(1);
  other.join();
  return first + second;
}
