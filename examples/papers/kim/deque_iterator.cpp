// expect: race
// search: dpor best-first
// visible: sync all
//
// IteratorTest(EBDeque) (2,2): a list in both directions whose two ends and state are one object that is replaced as a
// whole (Michael). What a thread does whose exchange fails (elimination) is left out: main alone adds.
#include <atomic>

class String;

class Collection {
 public:
  struct Node {
    String* value;
    std::atomic<Node*> left{nullptr}, right{nullptr};
  };

  Collection() : anchor_(new Anchor{}) {}
  void add(String* s) {
    Node* node = new Node{s};
    Anchor* before = anchor_;
    if (before->left == nullptr) {
      anchor_.compare_exchange_strong(before, new Anchor{node, node, State::Stable, 1});
      return;
    }
    node->right = before->left;
    Anchor* after = new Anchor{node, before->right, State::LeftPush, before->count + 1};
    if (anchor_.compare_exchange_strong(before, after)) stabilise(after);
  }
  Node* first() const { return anchor_.load()->left; }

 private:
  enum class State { Stable, LeftPush };
  struct Anchor {
    Node *left = nullptr, *right = nullptr;
    State state = State::Stable;
    int count = 0;
  };

  void stabilise(Anchor* pushed) {
    pushed->left->right.load()->left = pushed->left;
    anchor_.compare_exchange_strong(pushed, new Anchor{pushed->left, pushed->right, State::Stable, pushed->count});
  }

  std::atomic<Anchor*> anchor_;
};

class Iterator {
 public:
  explicit Iterator(const Collection& c) : at_(c.first()) {}
  bool has_next() const { return at_ != nullptr; }
  String* next() {
    String* value = at_->value;
    at_ = at_->right;
    return value;
  }

 private:
  Collection::Node* at_;
};

#include "iterator_test.h"
