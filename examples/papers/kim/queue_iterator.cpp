// expect: race
// search: dpor best-first
// visible: sync all
//
// IteratorTest(LockFreeQueue) (2,2): the queue is right, but who takes an element clears it in its node, and an iterator
// may just look at it.
#include "queue.h"
#include "threads.h"

constexpr int kThreads = 2, kItems = 2;

static Queue queue;
static Node node[kThreads][kItems];

static int sum() {
  int total = 0;
  for (Node* n = queue.first(); n != nullptr; n = n->next) total += n->value;
  return total;
}

static void work(int me) {
  for (Node& n : node[me]) {
    n.value = me + 1;
    queue.put(&n);
  }
  sum();
  if (Node* n = queue.take()) n->value = 0;
}

int main() { run_threads(kThreads); }
