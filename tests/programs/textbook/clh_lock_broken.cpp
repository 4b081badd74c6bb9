// expect: livelock
//
// clh_lock.cpp whose threads keep their own node: one that comes back at once waits for its successor, which waits for
// the flag that was just set again.
#include <atomic>
#include <thread>

struct Node {
  std::atomic<bool> locked{false};
};

static Node nodes[3];
static std::atomic<Node*> tail{&nodes[2]};
static int x;

static void work(int me) {
  Node* mine = &nodes[me];
  for (int i = 0; i < 2; i++) {
    mine->locked.store(true);
    Node* before = tail.exchange(mine);
    while (before->locked.load()) {
    }
    x++;
    mine->locked.store(false);
  }
}

int main() {
  std::thread one(work, 0), two(work, 1);
  one.join();
  two.join();
  return x - 4;
}
