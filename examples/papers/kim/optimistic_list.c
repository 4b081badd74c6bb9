// expect: race
// search: dpor best-first
// visible: sync all
//
// OptimisticList (3,6): whoever has locked two nodes walks through the list once more to see that they are in it. The
// links are plain.
#include "list.h"

enum { kThreads = 3, kItems = 6 };

static int validate(struct Node *before, struct Node *node) {
  for (struct Node *n = &head; n->key <= before->key; n = n->next)
    if (n == before) return n->next == node;
  return 0;
}

static int remove_key(int key) {
  struct Node *before, *node;
  find_and_lock(key, &before, &node);
  int found = node->key == key;
  if (found) before->next = node->next;
  pthread_mutex_unlock(&node->lock);
  pthread_mutex_unlock(&before->lock);
  return found;
}

static int contains(int key) {
  struct Node *before, *node;
  find_and_lock(key, &before, &node);
  int found = node->key == key;
  pthread_mutex_unlock(&node->lock);
  pthread_mutex_unlock(&before->lock);
  return found;
}

static void work(int me) {
  enum { kEach = kItems / kThreads };
  for (int i = 0; i < kEach; i++) add(me * kEach + i);
  for (int i = 0; i < kEach; i++) contains(me * kEach + i);
  for (int i = 0; i < kEach; i++) remove_key(me * kEach + i);
}

int main(void) { run_threads(kThreads); }
