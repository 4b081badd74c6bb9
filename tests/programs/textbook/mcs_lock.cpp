// expect: verified
// exit: 0
// search: dpor optimal
//
// The lock of Mellor-Crummey and Scott: a queue in which each waits for a flag in its own node.
#include <atomic>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> waits{false};
};

static std::atomic<Node*> tail{nullptr};
static int x;

static void lock(Node& mine) {
  mine.next.store(nullptr, std::memory_order_relaxed);
  Node* before = tail.exchange(&mine, std::memory_order_acq_rel);
  if (!before) return;
  mine.waits.store(true, std::memory_order_relaxed);
  before->next.store(&mine, std::memory_order_release);
  while (mine.waits.load(std::memory_order_acquire)) {
  }
}

static void unlock(Node& mine) {
  Node* after = mine.next.load(std::memory_order_acquire);
  if (!after) {
    Node* expected = &mine;
    if (tail.compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel)) return;
    while (!(after = mine.next.load(std::memory_order_acquire))) {
    }
  }
  after->waits.store(false, std::memory_order_release);
}

static void work(int times) {
  Node mine;
  for (int i = 0; i < times; i++) {
    lock(mine);
    x++;
    unlock(mine);
  }
}

int main() {
  std::thread one(work, 2), two(work, 1);
  one.join();
  two.join();
  return x - 3;
}
