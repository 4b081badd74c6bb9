// expect: race
// search: dpor best-first
// visible: all
//
// StaticTreeBarrier (7,1): a thread waits for its children, tells its parent, and waits for the root to turn the sense
// round. The counters are atomic, the sense is plain.
#include <stdatomic.h>
#include <stdbool.h>

#include "threads.h"

enum { kThreads = 7, kRounds = 1, kRadix = 2, kDepth = 2 };

struct Node {
  struct Node *parent;
  int children;
  atomic_int missing;
};
static struct Barrier {
  bool sense;
  struct Node *node[kThreads];
} barrier;

static _Thread_local int my_id;
static _Thread_local bool has_sense, my_sense;

static void await_node(struct Node *n) {
  if (!has_sense) my_sense = !barrier.sense;
  has_sense = true;
  bool sense = my_sense;
  while (atomic_load(&n->missing) > 0) {
  }
  atomic_store(&n->missing, n->children);
  if (n->parent != 0) {
    atomic_fetch_sub(&n->parent->missing, 1);
    while (barrier.sense != sense) {
    }
  } else {
    barrier.sense = !barrier.sense;
  }
  my_sense = !sense;
}

static void await(struct Barrier *b) { await_node(b->node[my_id]); }

#include "barrier_test.h"

static struct Node node[kThreads];
static int nodes;

static void build(struct Node *parent, int depth) {
  int i = nodes++, children = depth > 0 ? kRadix : 0;
  node[i].parent = parent;
  node[i].children = children;
  atomic_init(&node[i].missing, children);
  barrier.node[i] = &node[i];
  for (int child = 0; child < children; child++) build(&node[i], depth - 1);
}

int main(void) {
  build(0, kDepth);
  run_test(&barrier);
}
