// expect: verified
// search: stateful best-first
// visible: sync all
//
// SenseBarrierTest (2,2) of figure 10: the last to arrive turns the sense round, and all others wait for that. Each
// thread tells the others which round it is in; nobody may be behind after the barrier.
#include <atomic>
#include <cassert>
#include <thread>

constexpr int kThreads = 2, kRounds = 2;

static std::atomic<int> missing{kThreads};
static std::atomic<bool> sense{false};
static int round_of[kThreads];

static void await(bool my_sense) {
  if (missing.fetch_sub(1) == 1) {
    missing = kThreads;
    sense = my_sense;
  } else {
    while (sense != my_sense) {
    }
  }
}

static void work(int me) {
  for (int round = 0; round < kRounds; round++) {
    round_of[me] = round;
    await(true);
    for (int other = 0; other < kThreads; other++) assert(round_of[other] >= round);
    await(false);
  }
}

int main() {
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
}
