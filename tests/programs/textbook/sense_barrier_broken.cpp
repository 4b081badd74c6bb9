// expect: livelock
//
// A barrier without a sense: the last to come opens the gate, whoever comes first to the next round shuts it, and a
// thread that has not looked in between waits for ever.
#include <atomic>
#include <thread>

constexpr int kThreads = 2;
static std::atomic<int> missing{kThreads};
static std::atomic<bool> open{false};

static void arrive() {
  if (missing.fetch_sub(1) == 1) {
    missing.store(kThreads);
    open.store(true);
  } else {
    open.store(false);
    while (!open.load()) {
    }
  }
}

int main() {
  std::thread other([] {
    arrive();
    arrive();
  });
  arrive();
  arrive();
  other.join();
}
