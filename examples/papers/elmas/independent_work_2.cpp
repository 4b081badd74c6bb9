// expect: verified
// search: dpor optimal stateful
// visible: sync all
// executions(dpor): 1
// executions(optimal): 1
// executions(stateful): 1
//
// Elmas, Qadeer and Tasiran 2006, section 7, IndependentWork2 (from Dwyer, Hatcliff, Robby and Prasad 2004): the main
// thread creates two lists, then two threads, each of which traverses one of them. Once a thread has begun with a list
// it is local to that thread: one interleaving.
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};

static Node* create_list(int length, Node* tail) {
  for (int i = 1; i <= length; i++) tail = new Node{i, tail};
  return tail;
}

static void double_all(Node* node) {
  for (; node; node = node->next) node->value *= 2;
}

static int sum_of(const Node* node) {
  int sum = 0;
  for (; node; node = node->next) sum += node->value;
  return sum;
}

static void destroy(Node* node) {
  while (node) {
    Node* const next = node->next;
    delete node;
    node = next;
  }
}

int main() {
  Node* const first = create_list(5, nullptr);
  Node* const second = create_list(3, nullptr);
  std::thread one(double_all, first), two(double_all, second);
  one.join();
  two.join();
  assert(sum_of(first) == 30 && sum_of(second) == 12);
  destroy(first);
  destroy(second);
}
