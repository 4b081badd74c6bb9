// expect: verified
//
// The right twin of attempt_fails_relaxed.
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
  while (!newest.compare_exchange_strong(old, nullptr, std::memory_order_acq_rel, std::memory_order_acquire)) {
    if (old == nullptr || old->value == 0) break;
  }
  writer.join();
}
