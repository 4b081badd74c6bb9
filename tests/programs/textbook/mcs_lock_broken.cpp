// expect: livelock
//
// mcs_lock.cpp whose unlock goes away when it sees no successor, though one is in the queue and only about to link
// itself: nobody will ever wake it.
#include <atomic>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> waits{false};
};

static std::atomic<Node*> tail{nullptr};
static int x;

static void lock(Node& mine) {
  mine.next.store(nullptr);
  Node* before = tail.exchange(&mine);
  if (!before) return;
  mine.waits.store(true);
  before->next.store(&mine);
  while (mine.waits.load()) {
  }
}

static void unlock(Node& mine) {
  Node* after = mine.next.load();
  if (!after) {
    Node* expected = &mine;
    tail.compare_exchange_strong(expected, nullptr);
    return;
  }
  after->waits.store(false);
}

static Node nodes[2];

static void work(int me) {
  lock(nodes[me]);
  x++;
  unlock(nodes[me]);
}

int main() {
  std::thread one(work, 0), two(work, 1);
  one.join();
  two.join();
  return x - 2;
}
