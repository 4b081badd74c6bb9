// expect: race
// lines: 19
// search: dfs dpor optimal stateful
//
// independent_work_2.cpp where the second list ends with the nodes of the first, which both threads come to.
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

int main() {
  Node* const first = create_list(5, nullptr);
  Node* const second = create_list(3, first);
  std::thread one(double_all, first), two(double_all, second);
  one.join();
  two.join();
}
