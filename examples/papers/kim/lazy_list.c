// expect: race
// search: dpor best-first
// visible: sync all
//
// LazyList (4,16): who removes a node marks it first, so that whoever has locked two nodes sees by the marks whether they
// are still in the list. Links and marks are plain.
#include "list.h"

enum { kThreads = 4, kItems = 16 };

static int validate(struct Window w) { return !w.before->marked && !w.node->marked && w.before->next == w.node; }

static int remove_key(int key) {
  struct Window w = find_and_lock(key);
  int found = w.node->key == key;
  if (found) {
    w.node->marked = 1;
    w.before->next = w.node->next;
  }
  unlock(w);
  return found;
}

static int contains(int key) {
  struct Node *node = find(key).node;
  return node->key == key && !node->marked;
}

static void work(int me) {
  enum { kEach = kItems / kThreads };
  for (int i = 0; i < kEach; i++) add(me * kEach + i);
  for (int i = 0; i < kEach; i++) contains(me * kEach + i);
  for (int i = 0; i < kEach; i++) remove_key(me * kEach + i);
}

int main(void) { run_threads(kThreads); }
