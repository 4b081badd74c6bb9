// expect: verified
// exit: 0
//
// Treiber's stack; nodes are freed when everybody is done, so that no address comes back.
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

struct Node {
  int value;
  Node* next;
};

static std::atomic<Node*> top{nullptr};

static void push(Node* node) {
  node->next = top.load(std::memory_order_relaxed);
  while (!top.compare_exchange_weak(node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

static Node* pop() {
  Node* node = top.load(std::memory_order_acquire);
  while (node && !top.compare_exchange_weak(node, node->next, std::memory_order_acquire)) {
  }
  return node;
}

int main() {
  std::vector<std::unique_ptr<Node>> nodes;
  for (int i = 0; i < 3; i++) nodes.push_back(std::make_unique<Node>(Node{1 << i, nullptr}));
  push(nodes[0].get());
  int sums[2] = {};
  auto work = [&](int me) {
    push(nodes[1 + me].get());
    if (Node* node = pop()) sums[me] = node->value;
  };
  std::thread one(work, 0), two(work, 1);
  one.join();
  two.join();
  int sum = sums[0] + sums[1];
  while (Node* node = pop()) sum += node->value;
  return sum - 7;
}
