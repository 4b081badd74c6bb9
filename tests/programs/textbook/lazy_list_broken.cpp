// expect: assertion
// lines: 58
//
// lazy_list.cpp that does not look again once it has the locks: an element is put behind a node that was removed in
// between, and is lost.
#include <atomic>
#include <cassert>
#include <climits>
#include <mutex>
#include <thread>

struct Node {
  explicit Node(int key) : key(key) {}
  const int key;
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> marked{false};
  std::mutex m;
};

static Node last(INT_MAX), one(1), two(2), first(INT_MIN);

static void find(int key, Node*& before, Node*& at) {
  before = &first;
  for (at = before->next.load(); at->key < key; at = at->next.load()) before = at;
}

static void insert(Node* node) {
  Node *before, *at;
  find(node->key, before, at);
  std::scoped_lock lock(before->m);
  std::scoped_lock lock_too(at->m);
  node->next.store(at);
  before->next.store(node);
}

static void remove(int key) {
  Node *before, *at;
  find(key, before, at);
  std::scoped_lock lock(before->m);
  std::scoped_lock lock_too(at->m);
  if (at->key != key) return;
  at->marked.store(true);
  before->next.store(at->next.load());
}

static bool contains(int key) {
  Node *before, *at;
  find(key, before, at);
  return at->key == key && !at->marked.load();
}

int main() {
  first.next = &last;
  insert(&one);
  std::thread other([] { remove(1); });
  insert(&two);
  other.join();
  assert(contains(2));
}
