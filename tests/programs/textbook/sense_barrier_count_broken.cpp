// expect: livelock
//
// sense_barrier.cpp where the count is set back after the others were let go: one of them may have been counted in the
// next round already, and that arrival is lost.
#include <atomic>
#include <thread>

constexpr int kThreads = 2;
static std::atomic<int> missing{kThreads};
static std::atomic<bool> sense{false};

static void arrive(bool& mine) {
  mine = !mine;
  if (missing.fetch_sub(1) == 1) {
    sense.store(mine);
    missing.store(kThreads);
  } else {
    while (sense.load() != mine) {
    }
  }
}

static void work() {
  bool mine = false;
  arrive(mine);
  arrive(mine);
}

int main() {
  std::thread other(work);
  work();
  other.join();
}
