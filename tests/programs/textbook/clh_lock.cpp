// expect: verified
// exit: 0
//
// The lock of Craig, Landin and Hagersten: each waits for the flag in its predecessor's node, and goes on with that
// node when it has unlocked its own.
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
    mine->locked.store(true, std::memory_order_relaxed);
    Node* before = tail.exchange(mine, std::memory_order_acq_rel);
    while (before->locked.load(std::memory_order_acquire)) {
    }
    x++;
    mine->locked.store(false, std::memory_order_release);
    mine = before;
  }
}

int main() {
  std::thread one(work, 0), two(work, 1);
  one.join();
  two.join();
  return x - 4;
}
