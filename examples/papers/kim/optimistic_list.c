// expect: race
// search: dpor best-first
// visible: sync all
//
// OptimisticList (3,6): whoever has locked two nodes walks through the list once more to see that they are in it. The
// links are plain.
#include "list.h"

enum { kThreads = 3, kItems = 6 };

static int validate(struct Window w) {
  for (struct Node *n = &head; n->key <= w.before->key; n = n->next)
    if (n == w.before) return n->next == w.node;
  return 0;
}

static int remove_key(int key) {
  struct Window w = find_and_lock(key);
  int found = w.node->key == key;
  if (found) w.before->next = w.node->next;
  unlock(w);
  return found;
}

static int contains(int key) {
  struct Window w = find_and_lock(key);
  int found = w.node->key == key;
  unlock(w);
  return found;
}

static void work(int me) {
  enum { kEach = kItems / kThreads };
  for (int i = 0; i < kEach; i++) add(me * kEach + i);
  for (int i = 0; i < kEach; i++) contains(me * kEach + i);
  for (int i = 0; i < kEach; i++) remove_key(me * kEach + i);
}

int main(void) { run_threads(kThreads); }
