// expect: race
// search: dpor best-first
// visible: sync all
//
// LazyList (4,16): who removes a node marks it first, so that whoever has locked two nodes sees by the marks whether they
// are still in the list. Links and marks are plain.
enum { kThreads = 4, kItems = 16, kEach = kItems / kThreads };

#include "list.h"

static bool validate(struct List *l, struct Window w) {
  (void)l;
  return !w.before->marked && !w.node->marked && w.before->next == w.node;
}

int main(void) { run_test(); }
