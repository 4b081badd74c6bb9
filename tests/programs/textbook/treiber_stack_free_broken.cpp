// expect: race on heap block
// expect: memory
// flags: --keep-going
//
// Treiber's stack whose pop frees the node at once: another pop that has just read the same top looks into it.
#include <atomic>
#include <thread>

struct Node {
  std::atomic<Node*> next;
};

static std::atomic<Node*> top{nullptr};

static void pop() {
  Node* node = top.load();
  while (node && !top.compare_exchange_strong(node, node->next.load())) {
  }
  delete node;
}

int main() {
  top = new Node{nullptr};
  std::thread other(pop);
  pop();
  other.join();
}
