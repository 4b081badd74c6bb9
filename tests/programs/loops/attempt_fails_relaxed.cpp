// expect: race on second.value
//
// The first look at the list acquires, an attempt that fails does not: what it found must not be used. A later first look would
// hide that.
#include <atomic>
#include <thread>

struct Node {
  int value;
};
static Node first{1}, second{0};
static std::atomic<Node*> newest{&first};

int main() {
  std::thread writer([] {
    second.value = 2;
    newest.store(&second, std::memory_order_release);
  });
  Node* old = newest.load(std::memory_order_acquire);
  while (!newest.compare_exchange_strong(old, nullptr, std::memory_order_acq_rel, std::memory_order_relaxed)) {
    if (old == nullptr || old->value == 0) break;
  }
  writer.join();
}
