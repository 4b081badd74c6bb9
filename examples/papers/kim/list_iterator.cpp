// expect: race
// search: dpor best-first
// visible: sync all
//
// IteratorTest(LockFreeList) (2,2): a list whose links carry a mark if their node is removed (Harris, Michael).
#include <atomic>
#include <cstdint>

class String;

class Collection {
 public:
  struct Node;
  class Link {  // a reference and a mark
   public:
    Node* node() const { return reinterpret_cast<Node*>(word_ & ~std::uintptr_t{1}); }
    bool is_marked() const { return word_ & 1; }
    void set(Node* node) { word_ = reinterpret_cast<std::uintptr_t>(node); }
    bool exchange(Node* from, Node* to) {
      auto expected = reinterpret_cast<std::uintptr_t>(from);
      return word_.compare_exchange_strong(expected, reinterpret_cast<std::uintptr_t>(to));
    }

   private:
    std::atomic<std::uintptr_t> word_{0};
  };
  struct Node {
    String* value;
    Link next;
  };

  void add(String* s) {
    Node* node = new Node{s, {}};
    do node->next.set(head_.node());
    while (!head_.exchange(node->next.node(), node));
  }
  const Link& head() const { return head_; }

 private:
  Link head_;
};

class Iterator {
 public:
  explicit Iterator(const Collection& c) : at_(unmarked(c.head().node())) {}
  bool has_next() const { return at_ != nullptr; }
  String* next() {
    String* value = at_->value;
    at_ = unmarked(at_->next.node());
    return value;
  }

 private:
  using Node = Collection::Node;

  static Node* unmarked(Node* node) {
    while (node != nullptr && node->next.is_marked()) node = node->next.node();
    return node;
  }

  Node* at_;
};

#include "iterator_test.h"
