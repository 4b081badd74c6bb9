// The queue of Michael and Scott. Nodes are never used again, so nobody is deceived by one that comes back.
#include <atomic>

template <class T>
struct Node {
  T value{};
  std::atomic<Node*> next{nullptr};
};

template <class T>
class Queue {
 public:
  Queue() : head_(&dummy_), tail_(&dummy_) {}

  void put(Node<T>* node) {
    for (;;) {
      Node<T>* last = tail_;
      Node<T>* next = last->next;
      if (next != nullptr) {
        tail_.compare_exchange_strong(last, next);  // somebody has not come to do that
      } else if (last->next.compare_exchange_strong(next, node)) {
        tail_.compare_exchange_strong(last, node);
        return;
      }
    }
  }
  // The node whose value was taken, which is the dummy from now on; nullptr: the queue is empty.
  Node<T>* take() {
    for (;;) {
      Node<T>* first = head_;
      Node<T>* next = first->next;
      if (next == nullptr) return nullptr;
      Node<T>* last = tail_;
      if (first == last) tail_.compare_exchange_strong(last, next);
      if (head_.compare_exchange_strong(first, next)) return next;
    }
  }
  Node<T>* first() const { return head_.load()->next; }

 private:
  Node<T> dummy_;
  std::atomic<Node<T>*> head_, tail_;
};
