// expect: memory
// search: stateful best-first
// visible: sync all
//
// TourBarrierTest (3,3) of figure 10: threads meet in pairs, and of each pair one goes on to meet the winner of another.
// The barrier is made for a power of two; with three threads the third one looks for a pair that does not exist.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <vector>

constexpr int kThreads = 3, kRounds = 3;

struct Pair {
  std::atomic<bool> arrived{false}, sense{false};
  Pair* parent = nullptr;
  bool wins_at_parent = false;

  void await(bool my_sense, bool wins) {
    if (wins) {
      if (parent != nullptr) {
        while (!arrived) {
        }
        arrived = false;
        parent->await(my_sense, wins_at_parent);
      } else {
        while (!arrived) {
        }
        arrived = false;
      }
      sense = my_sense;
    } else {
      arrived = true;
      while (sense != my_sense) {
      }
    }
  }
};

static std::unique_ptr<Pair[]> leaves;
static int round_of[kThreads];

static void work(int me) {
  bool my_sense = true;
  for (int round = 0; round < kRounds; round++) {
    round_of[me] = round;
    leaves[me / 2].await(my_sense, me % 2 == 0);
    my_sense = !my_sense;
  }
}

int main() {
  leaves.reset(new Pair[kThreads / 2]);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; i++) threads.emplace_back(work, i);
  for (std::thread& t : threads) t.join();
}
