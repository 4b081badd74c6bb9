// The queue of Michael and Scott. Nodes are never used again, so nobody is deceived by one that comes back.
#include <atomic>

struct Node {
  int value = 0;
  std::atomic<Node*> next{nullptr};
};

class Queue {
 public:
  Queue() : head_(&dummy_), tail_(&dummy_) {}

  void put(Node* node) {
    for (;;) {
      Node* last = tail_;
      Node* next = last->next;
      if (next != nullptr) {
        tail_.compare_exchange_strong(last, next);  // somebody has not come to do that
      } else if (last->next.compare_exchange_strong(next, node)) {
        tail_.compare_exchange_strong(last, node);
        return;
      }
    }
  }
  // The node whose value was taken, which is the dummy from now on; nullptr: the queue is empty.
  Node* take() {
    for (;;) {
      Node* first = head_;
      Node* next = first->next;
      if (next == nullptr) return nullptr;
      Node* last = tail_;
      if (first == last) tail_.compare_exchange_strong(last, next);
      if (head_.compare_exchange_strong(first, next)) return next;
    }
  }
  Node* first() const { return head_.load()->next; }

 private:
  Node dummy_;
  std::atomic<Node*> head_, tail_;
};
