// expect: race on head
// search: dfs dpor optimal stateful
//
// independent_work_1.cpp with a head of the list that is global: the two lists are one.
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};

static Node* head;

static Node* create_list(int length) {
  for (int i = 1; i <= length; i++) head = new Node{i, head};
  return head;
}

static int sum_of(const Node* node) {
  int sum = 0;
  for (; node; node = node->next) sum += node->value;
  return sum;
}

static void work() {
  Node* const list = create_list(5);
  assert(sum_of(list) == 15);
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
}
