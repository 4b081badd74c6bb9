// expect: race
// search: dpor best-first
// visible: sync all
//
// IteratorTest(LockFreeList) (2,2): a sorted list whose links are changed by compare-exchange (Harris, Michael). It is right,
// but an iterator also lets its user change the element that it is at.
#include <atomic>
#include <climits>

#include "threads.h"

constexpr int kThreads = 2, kItems = 2;

struct Node {
  int key = 0, value = 0;
  std::atomic<Node*> next{nullptr};
};

static Node last, head, node[kThreads][kItems];

static void insert(Node* node) {
  for (;;) {
    Node* before = &head;
    Node* after = before->next;
    while (after->key < node->key) {
      before = after;
      after = after->next;
    }
    node->next = after;
    if (before->next.compare_exchange_strong(after, node)) return;
  }
}

static void work(int me) {
  for (int i = 0; i < kItems; i++) {
    Node& n = node[me][i];
    n.key = 2 * i + me;
    n.value = me;
    insert(&n);
  }
  for (Node* n = head.next; n != &last; n = n->next) n->value = n->value + 1;
}

int main() {
  last.key = INT_MAX;
  head.next = &last;
  run_threads(kThreads);
}
