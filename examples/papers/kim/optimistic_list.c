// expect: race
// search: dpor best-first
// visible: sync all
//
// OptimisticList (3,6): whoever has locked two nodes walks through the list once more to see that they are in it. The
// links are plain.
enum { kThreads = 3, kItems = 6, kEach = kItems / kThreads };

#include "list.h"

static bool validate(struct List *l, struct Window w) {
  for (struct Node *n = l->head; n->key <= w.before->key; n = n->next)
    if (n == w.before) return w.before->next == w.node;
  return false;
}

int main(void) { run_test(); }
