// expect: race on heap block
// lines: 18, 20
// search: dpor optimal
//
// Treiber's stack whose pop frees the node at once: another pop that has just read the same top looks into it.
// (Before the free that is a race with it, after it a use after free; dpor comes to the race first.)
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
