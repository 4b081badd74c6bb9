// expect: race
// search: dpor best-first
// visible: sync all
//
// IteratorTest(LockFreeQueue) (2,2), on the queue of Michael and Scott.
#include "queue.h"

class String;

class Collection {
 public:
  void add(String* s) {
    auto* node = new Node<String*>;
    node->value = s;
    queue_.put(node);
  }
  Node<String*>* first() const { return queue_.first(); }

 private:
  Queue<String*> queue_;
};

class Iterator {
 public:
  explicit Iterator(const Collection& c) : at_(c.first()) {}
  bool has_next() const { return at_ != nullptr; }
  String* next() {
    String* value = at_->value;
    at_ = at_->next;
    return value;
  }

 private:
  Node<String*>* at_;
};

#include "iterator_test.h"
