// expect: assertion
// lines: 43
//
// michael_scott_queue.cpp that links a node with a store instead of an exchange: of two that found the same end, the
// first is lost.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value = 0;
  std::atomic<Node*> next{nullptr};
};

static Node nodes[3];
static std::atomic<Node*> head{&nodes[0]}, tail{&nodes[0]};

static void enqueue(Node* node, int value) {
  node->value = value;
  for (;;) {
    Node* last = tail.load();
    Node* next = last->next.load();
    if (next) {
      tail.compare_exchange_strong(last, next);
    } else {
      last->next.store(node);
      tail.compare_exchange_strong(last, node);
      return;
    }
  }
}

static int count() {
  int result = 0;
  for (Node* node = head.load()->next.load(); node; node = node->next.load()) result++;
  return result;
}

int main() {
  std::thread other([] { enqueue(&nodes[1], 1); });
  enqueue(&nodes[2], 2);
  other.join();
  assert(count() == 2);
}
