// expect: verified
// exit: 0
//
// The lazy list of Heller and others: walk without locks, lock two neighbours, look whether they are still neighbours
// and in the list; a removed node is marked before it is unlinked.
#include <atomic>
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

static bool still_neighbours(Node* before, Node* at) {
  return !before->marked.load() && !at->marked.load() && before->next.load() == at;
}

static bool insert(Node* node) {
  for (;;) {
    Node *before, *at;
    find(node->key, before, at);
    std::scoped_lock lock(before->m);
    std::scoped_lock lock_too(at->m);
    if (!still_neighbours(before, at)) continue;
    if (at->key == node->key) return false;
    node->next.store(at);
    before->next.store(node);
    return true;
  }
}

static bool remove(int key) {
  for (;;) {
    Node *before, *at;
    find(key, before, at);
    std::scoped_lock lock(before->m);
    std::scoped_lock lock_too(at->m);
    if (!still_neighbours(before, at)) continue;
    if (at->key != key) return false;
    at->marked.store(true);
    before->next.store(at->next.load());
    return true;
  }
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
  return contains(1) || !contains(2);
}
