// expect: assertion
// lines: 29
//
// Treiber's stack with nodes that are pushed again: while one thread is about to pop A and put B on top, the other pops
// both and pushes A back, and the first one's exchange puts B on the stack although the other owns it (ABA).
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<int> owners{0};
};

static std::atomic<Node*> top{nullptr};

static void push(Node* node) {
  node->owners--;
  Node* old = top.load();
  do {
    node->next.store(old);
  } while (!top.compare_exchange_strong(old, node));
}

static Node* pop() {
  Node* node = top.load();
  while (node && !top.compare_exchange_strong(node, node->next.load())) {
  }
  if (node) assert(node->owners.fetch_add(1) == 0);
  return node;
}

static Node a, b;

int main() {
  a.owners = b.owners = 1;
  push(&b);
  push(&a);
  std::thread other([] {
    Node* first = pop();
    pop();
    if (first) push(first);
  });
  pop();
  pop();
  other.join();
}
