// expect: verified
// exit: 0
//
// The queue of Michael and Scott: a dummy in front, a tail that may lag behind and that everybody helps along.
#include <atomic>
#include <thread>

struct Node {
  int value = 0;
  std::atomic<Node*> next{nullptr};
};

static Node nodes[3];
static std::atomic<Node*> head{&nodes[0]}, tail{&nodes[0]};

static void enqueue(Node* node, int value) {
  node->value = value;
  for (;;) {
    Node* last = tail.load();
    Node* next = last->next.load();
    if (next) {
      tail.compare_exchange_strong(last, next);
    } else if (last->next.compare_exchange_strong(next, node)) {
      tail.compare_exchange_strong(last, node);
      return;
    }
  }
}

static int dequeue() {
  for (;;) {
    Node* first = head.load();
    Node* last = tail.load();
    Node* next = first->next.load();
    if (!next) return 0;
    if (first == last) {
      tail.compare_exchange_strong(last, next);
      continue;
    }
    int value = next->value;
    if (head.compare_exchange_strong(first, next)) return value;
  }
}

int main() {
  int got = 0;
  std::thread other([&] {
    enqueue(&nodes[1], 1);
    got = dequeue();
  });
  enqueue(&nodes[2], 2);
  other.join();
  int rest = dequeue();
  return got + rest - 3 + dequeue();
}
