// expect: verified
// search: dpor optimal stateful
// visible: sync all
// executions(dpor): 1
// executions(optimal): 1
// executions(stateful): 1
//
// Elmas, Qadeer and Tasiran 2006, section 7, IndependentWork1 (from Dwyer, Hatcliff, Robby and Prasad 2004): two
// threads, each of which creates a list and then traverses it. Everything is on the heap, nothing is shared: one
// interleaving.
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};

static Node* create_list(int length) {
  Node* head = nullptr;
  for (int i = 1; i <= length; i++) head = new Node{i, head};
  return head;
}

static int sum_of(const Node* head) {
  int sum = 0;
  for (; head; head = head->next) sum += head->value;
  return sum;
}

static void destroy(Node* head) {
  while (head) {
    Node* const next = head->next;
    delete head;
    head = next;
  }
}

static void work() {
  Node* const head = create_list(5);
  assert(sum_of(head) == 15);
  destroy(head);
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
}
